import { count } from '../core/count.ts';
import { ranges } from '../core/ranges.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { readHungSave } from '../local/hung-save.ts';
import { readOverBudget } from '../local/over-budget.ts';
import { readUntrackedAdvice } from '../local/untracked-advice.ts';
import { readAskedDrops } from '../sync/asked-drops.ts';

/** What the user is told at a start, and by doctor, because nobody was there when it happened. With `again`, what was told and still holds, too. */
export function startWarnings(place: RepositoryPaths, { again = false } = {}): string[] {
  return [...hungSaves(place), ...askedDrops(place), ...overBudget(place), ...untracked(place, again)];
}

function hungSaves(place: RepositoryPaths): string[] {
  const hung = readHungSave(place);
  if (hung === undefined) return [];
  const what = `git-checkpoint ended a save (${hung.event}, ${hung.at}) that took longer than ${hung.seconds} s`;
  return [`${what}. Does a filter or a network drive hang? What a later save did not get is in no checkpoint.`];
}

function askedDrops(place: RepositoryPaths): string[] {
  const asked = readAskedDrops(place);
  if (asked === undefined) return [];
  const which = `checkpoint${asked.numbers.length === 1 ? '' : 's'} ${ranges(asked.numbers)}`;
  const why = `which ${asked.numbers.length === 1 ? 'was' : 'were'} made here or kept`;
  return [`'${asked.remote}' dropped ${which}, ${why}. Still here; \`git checkpoint sync\` asks.`];
}

function untracked(place: RepositoryPaths, again: boolean): string[] {
  const { advice, told } = readUntrackedAdvice(place) ?? {};
  return advice === undefined || (told && !again) ? [] : [advice];
}

function overBudget(place: RepositoryPaths): string[] {
  const over = readOverBudget(place);
  if (over === undefined) return [];
  const what = `The checkpoints took more room than checkpoint.maxStore allows: the ${count(over.checkpoints, 'oldest automatic one')}`;
  return [`${what} went to the trash (${over.at}). \`git checkpoint usage\` shows what is used.`];
}
