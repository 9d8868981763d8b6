import { plainLine, splitSentences, withoutPastes } from './sentences.ts';
import type { Item, TurnView } from './session-view.ts';

/** `your rule is never to push`, `per your standing rule, …`: the agent knows rules from files that the transcript does not show. */
const CITED =
  /\byour (?:standing |own |global |usual )?(?:rules?|instructions?) (?:is|are|says?)\b(?! (?:that )?(?:what|why|how|covers?|satisfied|met)\b)|\bper your (?:[\w-]+ )?rules?\b(?!:|,? (?:it|they|that|this|these|those)\b)/i;
const MAX_LENGTH = 300;

/** Rules of the user that the agent says it keeps to, in its sentence. */
export function citedRules({ turn, number }: TurnView): Item[] {
  return turn.steps
    .flatMap((step) => (step.kind === 'text' ? splitSentences(withoutPastes(step.text)) : []))
    .filter((sentence) => CITED.test(sentence))
    .map(clauseOf)
    .filter((text) => text.length <= MAX_LENGTH)
    .map((text) => ({ text, from: { by: 'agent', turn: number } }));
}

/** What stands before the dash is about the work of the moment, unless the rule stands there. */
function clauseOf(sentence: string): string {
  const parts = plainLine(sentence).split(/\s+[—–]\s+/);
  return (parts.find((part) => CITED.test(part)) ?? sentence).replace(/, so (?:say|let|tell|just)\b.*$/i, '');
}
