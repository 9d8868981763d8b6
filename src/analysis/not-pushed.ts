import { findDeliveries, isKept, lastToCommit } from './deliveries.ts';
import { mayHavePushed } from './pushes.ts';
import { splitSentences } from './sentences.ts';
import type { Item, SessionView } from './session-view.ts';

/** Commits that no push of the session followed, where nothing since may have been one. */
export function notPushed(view: SessionView): Item[] {
  const deliveries = findDeliveries(view);
  const since = deliveries.slice(deliveries.findLastIndex((one) => !isKept(one)) + 1);
  const last = since.at(-1);
  if (last === undefined) return [];
  if (view.calls.slice(lastToCommit(view)).some(mayHavePushed) || saysPushed(view, last.turn)) return [];
  const which = since.length === 1 ? 'the last commit' : `the last ${since.length} commits`;
  return [{ text: `Not pushed in this session: ${which}`, from: { by: 'command', turn: last.turn } }];
}

const PUSHED = /\bpushed\b/i;
const NOT = /\b(?:not|nothing|never|no|none|before|once|when|until|un-?pushed)\b|n['’]t\b/i;

/** The CI ran on what was pushed. */
const CI_RAN =
  /\b(?:CI|pipeline|workflow|github actions?)\b[^.?!\n]{0,40}\b(?:fail(?:s|ed|ing)?|pass(?:es|ed)?|broke|is (?:red|green))\b/i;

/** Somebody else may have done it. */
function saysPushed({ turns }: SessionView, from: number): boolean {
  if (turns.slice(from).some(({ typed }) => CI_RAN.test(typed))) return true;
  return turns
    .slice(from - 1)
    .flatMap(({ closing, typed, number }) => [closing, ...(number > from ? [typed] : [])])
    .some((text) => splitSentences(text).some((sentence) => PUSHED.test(sentence) && !NOT.test(sentence)));
}
