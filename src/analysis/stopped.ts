import { asImperative } from './imperative.ts';
import { splitSentences, subjectWords } from './sentences.ts';
import type { TurnView } from './session-view.ts';

type Stoppable = Pick<TurnView, 'turn' | 'closing'>;

/** The user stopped the agent before it said or did anything. */
function isTakenBack({ turn }: Stoppable): boolean {
  return turn.outcome === 'interrupted' && turn.steps.length === 0;
}

/** The turn to which the words after it are said: an answer that was taken back at once is none. */
export function spokenTo<T extends Stoppable>(before: readonly T[]): T | undefined {
  return before.findLast((turn) => !isTakenBack(turn)) ?? before.at(-1);
}

const MAX_ADDED = 5;

/** The user stopped the agent to add a few words, such as a picture or what else is meant: what was asked goes on. */
export function addsToStopped(before: TurnView | undefined, { words }: TurnView): boolean {
  if (before?.turn.outcome !== 'interrupted' || (before.kind !== 'goal' && before.kind !== 'question')) return false;
  const said = subjectWords(words);
  if (said.size > MAX_ADDED) return false;
  const known = subjectWords(before.words);
  const orders = splitSentences(words).some((sentence) => asImperative(sentence) !== '');
  return !orders || [...said].some((word) => known.has(word));
}
