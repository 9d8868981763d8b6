import { commonWords } from './answered-question.ts';
import { cutWords, splitSentences } from './sentences.ts';
import type { TurnView } from './session-view.ts';
import { isReport } from './settles-nothing.ts';

const PROPOSES =
  /^(?:so |then |and |but |ok(?:ay)?,? )*(?:maybe|perhaps|how about|what (?:if|about)|(?:could|can|should|shall) we\b|we (?:could|should|can|might)\b|let['’]?s (?!see|try (?:again|it)|look|check))/i;
const MAX_SENTENCES = 2;
const MAX_LENGTH = 220;
/** After so many turns, it did not work for other reasons. */
const SOON = 6;

/** `Still does not work. Maybe we should …`: the other way that the user proposes and the agent goes; empty when there is none. */
export function otherWay({ typed, calls }: TurnView): string {
  const [first = '', ...rest] = splitSentences(typed);
  const from = rest.findIndex((sentence) => PROPOSES.test(sentence));
  if (!isReport(first) || from === -1 || calls.length === 0) return '';
  const said = rest.slice(from, from + MAX_SENTENCES).join(' ');
  return cutWords(said.replace(/[\s.?!]+$/, ''), MAX_LENGTH);
}

interface Way {
  readonly text: string;
  readonly turn: number | undefined;
}

/** Whether what was taken before was on the same thing as the way that the user found after it did not work. */
export function isGivenUp(taken: Way, found: Way): boolean {
  const [before, after] = [taken.turn, found.turn];
  if (before === undefined || after === undefined || after <= before || after > before + SOON) return false;
  return commonWords(taken.text, found.text) > 0;
}
