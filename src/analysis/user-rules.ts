import { BOUNDS, bounded } from './bounds.ts';
import { isOtherLanguage, otherLanguages } from './cues.ts';
import { splitSentences, subjectWords } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';

const STANDING =
  /\b(?:always|never|from now on|in (?:the )?future|every time|each time|whenever|make sure (?:to|that|you|we|it|all|every)|remember (?:to|that)|(?:don'?t|do not|dont|must not|mustn'?t|shouldn'?t|should not|can'?t|cannot)\b.{1,120}\b(?:without|unless|until|before|anymore|again|yet|ever)|no .{2,60} without|let'?s not|stop (?:doing|adding|using|making|writing|creating|asking)|at all times|by default,? (?:use|do)|so (?:that )?i (?:only|won['’]?t)|so (?:that )?i['’]ll only|(?:don['’]?t|do not|never) (?:touch|change|edit|modify|commit|push|add|remove|delete|rename|use|run|break)|(?:leave|keep) .{2,60} (?:alone|as is|untouched|unchanged)|overriding (?:directive|rule))\b/i;
const IMPERATIVE =
  /^(?:please |and |but |also |ok,? |yes,? (?:but )?)*(?:don'?t|do not|never|always|keep (?:our|the|each|every|all|it|them|to|in mind)|avoid|only (?:use|do|run|change|touch|edit)|prefer|prioriti[sz]e\b.{3,80}\bover\b|use .{2,40} as much as (?:you can|possible)|no (?:more )?\w+ing\b)/i;
const ABOUT_THE_PROGRAM =
  /\b(?:why|it|they|which|test|build|app|page|server|function|method|that|he|she) (?:always|never)\b/i;

const MIN_LENGTH = 10;
/** Chinese says in five letters what takes English twenty. */
const MIN_DENSE = 5;

/** What the user wants kept to from now on, in the user's words, oldest first. */
export function findUserRules(view: SessionView): Item[] {
  return bounded(view.turns.flatMap(rulesOfTurn), BOUNDS.user_rules, 'last');
}

function rulesOfTurn(turn: TurnView): Item[] {
  const from = { by: 'user', turn: turn.number } as const;
  // A brief of many paragraphs may hold somebody else's words: there only what forbids or demands at once counts.
  const isBrief = turn.typed === '' && turn.kind === 'goal';
  const sentences = splitSentences(isBrief ? turn.words : turn.typed).filter(
    (text) => text.length >= (isOtherLanguage(text) ? MIN_DENSE : MIN_LENGTH) && text.length <= 300,
  );
  return sentences.filter(isBrief ? isPlainOrder : isRule).map((text) => ({ text, from }));
}

function isPlainOrder(sentence: string): boolean {
  return /^(?:please )?(?:don['’]?t|do not|never|always)\b/i.test(sentence) && isRule(sentence);
}

/** Whether a sentence is a rule to keep and not work to do. */
export function isRule(sentence: string): boolean {
  if (
    (subjectWords(sentence).size < 2 && !isOtherLanguage(sentence)) ||
    /\b(?:leave|keep) (?:it|that|this|them)\b/i.test(sentence)
  )
    return false;
  if (/[?？]\s*$/.test(sentence)) return false;
  const isElsewhere = isOtherLanguage(sentence) && otherLanguages.rule.test(sentence);
  return isElsewhere || IMPERATIVE.test(sentence) || isStanding(sentence);
}

function isStanding(sentence: string): boolean {
  return STANDING.test(sentence) && !ABOUT_THE_PROGRAM.test(sentence);
}
