import { BOUNDS, bounded } from './bounds.ts';
import { citedRules } from './cited-rules.ts';
import { clausesOf } from './clauses.ts';
import { isOtherLanguage, otherLanguages } from './cues.ts';
import { handedPlan } from './handed-plan.ts';
import { asImperative } from './imperative.ts';
import { pointsBelow } from './listed-points.ts';
import { complaintOf, isOneOff } from './one-offs.ts';
import { subjectWords } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';

const STANDING =
  /\b(?:always|never|from now on|in (?:the )?future|every time|each time|whenever|(?:after|before) (?:each|every)|as (?:you|we) go|make sure (?:to|that|you|we|it|all|every)|remember (?:to|that)|(?:don'?t|do not|must not|mustn'?t|shouldn'?t|should not|can'?t|cannot)\b.{1,120}\b(?:without|unless|until|before|anymore|again|yet|ever)|no .{2,60} without|let'?s not|stop (?:doing|adding|using|making|writing|creating|asking)|at all times|by default,? (?:use|do)|so (?:that )?i (?:only|won'?t)|so (?:that )?i'll only|(?:don'?t|do not|never) (?:touch|change|edit|modify|commit|push|add|remove|delete|rename|use|run|break)|(?:leave|keep) .{2,60} (?:alone|as is|untouched|unchanged)|overriding (?:directive|rule))\b/i;
/** `we must omit those`, `all names must be made up`: what results have to be like. */
const DEMANDED =
  /\bmust (?:not|never|always|only|omit|stay|remain|keep)\b|\b(?:all|every|each|any|no) .{2,60}\bmust\b(?! have \w+ed\b| have been\b)/i;
/** Taste that is said plainly; `I don't like the new layout` is a remark on one result. */
const TASTE =
  /\b(?:shouldn'?t|should not) (?:sound|look|read|feel|mention)\b|\bi (?:really )?(?:don'?t|do not) like(?! (?:the|a|an|my|your|our|its|this|that|these|those|it|them|any|how|what|where)\b)|\bi (?:really )?(?:don'?t|do not) want (?:to make )?(?:it|this|that|them|the \w+) (?:to )?(?:sound|look|feel|read)\b/i;
const IMPERATIVE =
  /^(?:please |and |but |also |again,? |ok,? |yes,? (?:but )?)*(?:don'?t|do not|never|always|keep (?:our|the|each|every|all|it|them|to|in mind)|avoid|omit|only (?:use|do|run|change|touch|edit|write|commit)|prefer|prioriti[sz]e\b.{3,80}\bover\b|use .{2,40} as much as (?:you can|possible)|no (?:more )?\w+ing(?=$|[.,!;(]| (?:to|in|on|of|with|without|for|from|at|by|please|any|anything|until|unless|before)\b))/i;
const ABOUT_THE_PROGRAM =
  /\b(?:why|it|they|which|test|build|app|page|server|function|method|that|he|she|is|are|was|were|has|have|gets?) (?:always|never)\b/i;

const MIN_LENGTH = 10;
/** Chinese says in five letters what takes English twenty. */
const MIN_DENSE = 5;
const MAX_LENGTH = 300;
/** In a longer sentence the rule is told without what stands before it. */
const MAX_WHOLE = 160;

/** What the user wants kept to from now on, in the user's words, oldest first. */
export function findUserRules(view: SessionView): Item[] {
  const rules = view.turns.flatMap((turn) => {
    const isOver = view.turns.length - turn.number > TALKED_ABOUT;
    return [...rulesOfTurn(turn), ...citedRules(turn)].filter(({ text }) => !(isOver && OF_THE_MOMENT.test(text)));
  });
  return bounded(rules, BOUNDS.user_rules, 'last');
}

/** `don't add it yet` is about what is talked about just then. */
const OF_THE_MOMENT = /\b(?:don['’]?t|do not) \w+ (?:it|this|that|them|anything) yet\b/i;
const TALKED_ABOUT = 8;

function rulesOfTurn(turn: TurnView): Item[] {
  const from = { by: 'user', turn: turn.number } as const;
  // A brief of many paragraphs may hold somebody else's words: there only what forbids or demands at once counts.
  const isBrief = turn.typed === '' && turn.kind === 'goal';
  const clauses = clausesOf(isBrief ? turn.words : turn.typed);
  const isSaid = isBrief ? isPlainOrder : isRule;
  const forbids = clauses.some((clause) => isSaid(clause) && FORBIDS.test(clause));
  const said = [
    ...clauses.filter((clause) => isSaid(clause) || (forbids && !isBrief && SHOULD_NOT.test(clause))),
    ...complaintOf(turn),
  ]
    .map(fromItsCue)
    .filter((text) => text.length >= (isOtherLanguage(text) ? MIN_DENSE : MIN_LENGTH) && text.length <= MAX_LENGTH);
  const listed = pointsBelow(handedPlan(turn.turn.prompt) ?? '', RULES).filter(
    (point) => !said.some((text) => point.includes(text)),
  );
  return [...listed, ...said].map((text) => ({ text, from }));
}

const FORBIDS = /^(?:please |and |also )*(?:don['’]?t|do not|never)\b/i;
/** Beside a sentence that forbids, another one that says what must not be is part of it. */
const SHOULD_NOT = /\b(?:should not|shouldn['’]?t|must not|mustn['’]?t)\b(?!.*\?\s*$)/i;

/** `## Ground rules (binding)` of a plan that the user handed over. */
export const RULES = /^#{1,6} (?:\w+ )?rules\b.{0,40}$/i;

/** A long sentence from the clause on that holds the rule. */
function fromItsCue(sentence: string): string {
  if (sentence.length <= MAX_WHOLE) return sentence;
  const parts = sentence.split(/(?<=[,;])\s+/);
  const first = parts.findIndex(isRule);
  return first < 1 ? sentence : parts.slice(first).join(' ');
}

function isPlainOrder(sentence: string): boolean {
  const isRepeated = /\b(?:after|before) (?:each|every)\b/i.test(sentence) && asImperative(sentence) !== '';
  return (isRepeated || /^(?:please )?(?:don['’]?t|do not|never|always)\b/i.test(sentence)) && isRule(sentence);
}

/** Whether a sentence is a rule to keep and not work to do. */
export function isRule(sentence: string): boolean {
  const words = sentence.replaceAll('’', "'");
  if (
    (subjectWords(words).size < 2 && !isOtherLanguage(words)) ||
    /\b(?:leave|keep) (?:it|that|this|them)\b/i.test(words)
  )
    return false;
  if (/[?？]\s*$/.test(words) || isOneOff(words)) return false;
  const isElsewhere = isOtherLanguage(words) && otherLanguages.rule.test(words);
  return isElsewhere || IMPERATIVE.test(words) || DEMANDED.test(words) || TASTE.test(words) || isStanding(words);
}

function isStanding(words: string): boolean {
  return STANDING.test(words) && !ABOUT_THE_PROGRAM.test(words);
}
