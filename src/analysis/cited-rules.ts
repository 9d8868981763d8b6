import { plainLine, splitSentences, withoutPastes } from './sentences.ts';
import type { Item, TurnView } from './session-view.ts';

/** `your rule is never to push`, `per your standing rule, …`: the agent knows rules from files that the transcript does not show. */
const CITED =
  /\byour (?:standing |own |global |usual )?(?:rules?|instructions?) (?:is|are|says?)\b(?! (?:that )?(?:what|why|how|covers?|satisfied|met)\b)|\bper your (?:[\w-]+ )?rules?\b(?!:|,? (?:it|they|that|this|these|those)\b)/i;
/** `Guide added, folded into the commit per your rule`, `Per your rules, let me start`: what was or is done by it. */
const TELLS_WORK =
  /\bper your\b.*\blet me\b|^(?:\w+ ){1,4}(?:added|folded|moved|kept|left|written|committed|updated|removed)\b/i;
const MAX_LENGTH = 300;
/** `(project rule: a change of the format lands with its page)`: a rule that the agent has read in the repository. */
const OF_PROJECT =
  /\b((?:project|repo(?:sitory)?|team|house|codebase)(?:['’]s)? (?:rule|convention|policy))s?: ((?:[^.;()\n]|\.(?=\w)){12,200})/i;

/** Rules of the user that the agent says it keeps to, in its sentence. */
export function citedRules({ turn, number }: TurnView): Item[] {
  return turn.steps
    .flatMap((step) => (step.kind === 'text' ? splitSentences(withoutPastes(step.text)) : []))
    .flatMap((sentence) => (CITED.test(sentence) ? [clauseOf(sentence)] : ofProject(sentence)))
    .filter((text) => text.length <= MAX_LENGTH && isWhole(text) && !TELLS_WORK.test(text))
    .map((text) => ({ text, from: { by: 'agent', turn: number } }));
}

const MIN_WORDS = 5;

/** `asking per your rule):` is the end of something else. */
function isWhole(text: string): boolean {
  const open = text.split('(').length === text.split(')').length;
  return open && !/[:,([–—-]$/.test(text) && text.split(/\s+/).length >= MIN_WORDS;
}

function ofProject(sentence: string): string[] {
  const [, name = '', rule = ''] = OF_PROJECT.exec(sentence) ?? [];
  return rule === '' || /[?]\s*$/.test(sentence) ? [] : [`${name.toLowerCase()}: ${rule.trim()}`];
}

/** What stands before the dash is about the work of the moment, unless the rule stands there. */
function clauseOf(sentence: string): string {
  const parts = plainLine(sentence).split(/\s+[—–]\s+/);
  return (parts.find((part) => CITED.test(part)) ?? sentence).replace(
    /, so (?:say|let|tell|just|i\b|i['’]\w+)\b.*$/i,
    '',
  );
}
