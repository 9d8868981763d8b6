import { ranges } from '../core/ranges.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { readAskedDrops } from '../sync/asked-drops.ts';

/** What the user is told at a start, and by doctor, because nobody was there when it happened. */
export function startWarnings(place: RepositoryPaths): string[] {
  const asked = readAskedDrops(place);
  if (asked === undefined) return [];
  const which = `checkpoint${asked.numbers.length === 1 ? '' : 's'} ${ranges(asked.numbers)}`;
  const why = `which ${asked.numbers.length === 1 ? 'was' : 'were'} made here or kept`;
  return [`'${asked.remote}' dropped ${which}, ${why}. Still here; \`git checkpoint sync\` asks.`];
}
