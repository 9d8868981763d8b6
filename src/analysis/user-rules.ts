import { BOUNDS, bounded } from './bounds.ts';
import { splitSentences } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';

const STANDING =
  /\b(?:always|never|from now on|in (?:the )?future|every time|each time|whenever|make sure (?:to|that|you|we|it|all|every)|remember (?:to|that)|(?:don'?t|do not|dont|must not|mustn'?t|shouldn'?t|should not|can'?t|cannot)\b.{1,120}\b(?:without|unless|until|before|anymore|again|yet|ever)|no .{2,60} without|let'?s not|stop (?:doing|adding|using|making|writing|creating|asking)|at all times|by default,? (?:use|do))\b/i;
const IMPERATIVE =
  /^(?:please |and |but |also |ok,? |yes,? (?:but )?)*(?:don'?t|do not|never|always|keep (?:our|the|each|every|all|it|them|to|in mind)|avoid|only (?:use|do|run|change|touch|edit)|prefer|no (?:more )?\w+ing\b)/i;
const CORRECTION =
  /^(?:no[,.! ]|nope|wrong|not (?:as|in|on|like|what|that|the|this)\b|that'?s (?:not|wrong)|this is (?:not|wrong)|i (?:said|told|asked|meant)|you (?:forgot|missed|should(?:n'?t| not)? have|didn'?t|broke|removed)|why did you|(?:undo|revert) (?:that|this|it)|.{0,40}\bis not correct\b|.{0,40}\bisn'?t (?:right|correct)\b)/i;
const ABOUT_THE_PROGRAM =
  /\b(?:why|it|they|which|test|build|app|page|server|function|method|that|he|she) (?:always|never)\b/i;

/** What the user wants kept to from now on, in the user's words, oldest first. */
export function findUserRules(view: SessionView): Item[] {
  return bounded(view.turns.flatMap(rulesOfTurn), BOUNDS.user_rules, 'last');
}

function rulesOfTurn(turn: TurnView): Item[] {
  const from = { by: 'user', turn: turn.number } as const;
  // A long prompt is mostly a brief or a paste: in it only plain commands count.
  const long = turn.words.length > 1500;
  const sentences = splitSentences(turn.words).filter((sentence) => sentence.length >= 10 && sentence.length <= 300);
  const rules = sentences
    .filter((sentence) => !/\?\s*$/.test(sentence) && (IMPERATIVE.test(sentence) || (!long && isStanding(sentence))))
    .map((text) => ({ text, from }));
  const [first] = sentences;
  if (turn.number === 1 || long || first === undefined || !CORRECTION.test(first) || /\?\s*$/.test(first)) return rules;
  return [{ text: `Correction: ${first}`, from }, ...rules.filter(({ text }) => text !== first)];
}

/** Whether a sentence is a rule to keep and not work to do. */
export function isRule(sentence: string): boolean {
  return !/\?\s*$/.test(sentence) && (IMPERATIVE.test(sentence) || isStanding(sentence));
}

function isStanding(sentence: string): boolean {
  return STANDING.test(sentence) && !ABOUT_THE_PROGRAM.test(sentence);
}
