import { asImperative } from './imperative.ts';
import type { SessionView, TurnView } from './session-view.ts';

/** Asks what the agent shall do, not how a thing shall be. */
const ASKS_WHAT_TO_DO =
  /^(?:do you want|would you like|shall i|should i|want me)\b|\bwhat (?:should|shall|would you like|do you want)\b.{0,20}\b(?:i|me|we)\b.{0,12}\bdo\b|\b(?:proceed|go on|next)\b/i;

/** What the user picked, in the turn that runs, when the agent asked what to do: from then on that is the task. */
export function chosenTask({ session }: SessionView, last: TurnView): string {
  const { question = '', answer = '', meaning = '', asked } = session.answers.at(-1) ?? {};
  if (asked?.turn !== last.number || !ASKS_WHAT_TO_DO.test(question) || asImperative(answer) === '') return '';
  return meaning === '' ? answer : `${answer} — ${meaning}`;
}
