import { BOUNDS, bounded } from './bounds.ts';
import { citedRules } from './cited-rules.ts';
import { clausesOf } from './clauses.ts';
import { quotedTurns } from './compaction-words.ts';
import { isOtherLanguage, otherLanguages } from './cues.ts';
import { handedPlan } from './handed-plan.ts';
import { asImperative } from './imperative.ts';
import { joinedLines } from './joined-lines.ts';
import { pointsBelow } from './listed-points.ts';
import { DUTIES, doneCriteria, isMethod, readOnly } from './method-rules.ts';
import { complaintOf, isOneOff } from './one-offs.ts';
import { isDirection, isSameRule } from './same-rule.ts';
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
/** `The notes should be untracked`, `the table must stay as it is`: how something is to be left, however few words say it. */
const LEFT_SO =
  /^(?!(?:it|this|that|they|these|those)\b|.*\bbut\b)(?:[\w`'./-]+ ){1,8}(?:should|must|has to|have to|needs? to) (?:be|stay|remain|be (?:kept|left)) (?:un(?:tracked|committed|staged|changed|touched|modified)|as (?:it is|they are|is)|out of (?:git|the (?:repo(?:sitory)?|commit|diff)))\b[^?]*$/i;
const ABOUT_THE_PROGRAM =
  /\b(?:why|it|they|which|test|build|app|page|server|function|method|that|he|she|is|are|was|were|has|have|gets?) (?:always|never)\b|\band never \w+(?<![su])s\b/i;
/** `I feel like we might want to …`, `that does seem decent`: thinks about it and demands nothing. */
const PONDERS =
  /\bi (?:feel|guess|suppose|wonder|imagine)\b|\b(?:do|does|would) seem\b|\b(?:might|may) (?:want|need)\b|^(?:a+h+|oh|hm+)\b.*\b(?:looks?|seems?) like\b/i;

/** Words that somebody quotes, a question without its mark, a memory, a wish: nobody demands anything by them. */
const DEMANDS_NOTHING =
  /^["“‘][^"”’]*["”’]?\W*$|^(?:what|why|how|which|where|who|would|could|might)\b|^(?:but |and |so |well,? |ok,? )*(?:i (?:never|gue?s+|thought|saw|did(?:n['’]?t| not)|(?:don['’]?t|do not) (?:need|know|see))|it would be (?:useful|nice|good|great))\b|\bi gue?s\b/i;

const MIN_LENGTH = 10;
/** Chinese says in five letters what takes English twenty. */
const MIN_DENSE = 5;
const MAX_LENGTH = 300;
/** In a longer sentence the rule is told without what stands before it. */
const MAX_WHOLE = 160;

/** What the user wants kept to from now on, in the user's words, oldest first. */
export function findUserRules(view: SessionView): Item[] {
  const before = quotedTurns(view)
    .flatMap(rulesOfTurn)
    .map(({ text }) => ({ text, from: { by: 'summary' as const } }));
  const rules = view.turns.flatMap((turn) => {
    const since = view.turns.length - turn.number;
    return [...rulesOfTurn(turn), ...ofCommand(turn, since), ...citedRules(turn)].filter(
      ({ text }) => !(since > TALKED_ABOUT && OF_THE_MOMENT.test(text)) && !(since > 0 && OF_THE_WORK.test(text)),
    );
  });
  const all = [...before, ...rules];
  return bounded(
    all.filter(
      (rule, at) => !isLifted(rule, view) && !all.slice(at + 1).some(({ text }) => isSameRule(rule.text, text)),
    ),
    BOUNDS.user_rules,
    'last',
  );
}

/** What the body of a command forbids holds until the next prompt. */
function ofCommand({ turn, number }: TurnView, since: number): Item[] {
  const text = since === 0 ? readOnly(turn.prompt) : '';
  return text === '' ? [] : [{ text, from: { by: 'user', turn: number } }];
}

const FORBIDDEN =
  /\b(?:never|don['’]?t|do not|must not|mustn['’]?t|(?:should|can)(?: not|['’]?t)|cannot|no) (?:ever |to )?([a-z]{3,}?)(?:ing|s)?\b/i;
const ALLOWED =
  /\byou (?:can|may|are (?:free|allowed) to) (?:now |always |just |also |go ahead and )*([a-z]{3,})\b(?!.*\?\s*$)/i;
/** `you can push once it is green` allows one case; `you can commit whenever you want` takes the rule back. */
const AT_ALL = /\b(?:now|again|always|whenever|any ?time|from now on|yourself|freely|as (?:often|you))\b/i;

/** A later word of the user allows what the rule forbids. */
function isLifted({ text, from }: Item, { turns }: SessionView): boolean {
  const verb = FORBIDDEN.exec(text)?.[1]?.toLowerCase();
  if (verb === undefined) return false;
  return turns
    .slice(from?.turn ?? 0)
    .some(({ typed }) =>
      clausesOf(typed).some((clause) => AT_ALL.test(clause) && ALLOWED.exec(clause)?.[1]?.toLowerCase() === verb),
    );
}

/** `don't add it yet` is about what is talked about just then. */
const OF_THE_MOMENT = /\b(?:don['’]?t|do not) \w+ (?:it|this|that|them|anything) yet\b/i;
const TALKED_ABOUT = 8;
/** `Leave the version as is.` is said of the work at hand. */
const OF_THE_WORK = /^(?:please )?(?:leave|keep) (?:the |this |that )?\w+(?: \w+)? (?:as(?: it)? is|alone)\W*$/i;

const MAX_ARGUMENTS = 300;

/** What stands behind a command is for that command alone, unless it begins as a rule or is a whole brief. */
export function isArguments(prompt: string): boolean {
  return /^[/$]\w/.test(prompt) && prompt.length <= MAX_ARGUMENTS;
}

function isForbidding(clause: string): boolean {
  return IMPERATIVE.test(clause) && isRule(clause);
}

function rulesOfTurn(turn: TurnView): Item[] {
  const from = { by: 'user', turn: turn.number } as const;
  // A brief of many paragraphs may hold somebody else's words: there only what forbids or demands at once counts.
  const plan = handedPlan(turn.turn.prompt);
  const isBrief = turn.kind === 'goal' && (turn.typed === '' || plan !== undefined);
  const clauses = clausesOf(isBrief ? joinedLines(turn.words) : turn.typed);
  const isWhole = isBrief ? isPlainOrder : isRule;
  const isSaid = isArguments(turn.turn.prompt) ? isForbidding : isWhole;
  const forbids = clauses.some((clause) => isSaid(clause) && FORBIDS.test(clause));
  const said = [
    ...clauses.filter((clause) => isSaid(clause) || (forbids && !isBrief && SHOULD_NOT.test(clause))),
    ...complaintOf(turn),
  ]
    .map(fromItsCue)
    .filter(
      (text) =>
        !text.startsWith('(') &&
        text.length >= (isOtherLanguage(text) ? MIN_DENSE : MIN_LENGTH) &&
        text.length <= MAX_LENGTH,
    );
  const isPlainBrief = turn.kind === 'goal' && plan === undefined;
  const duties = isPlainBrief
    ? [...pointsBelow(turn.words, DUTIES).slice(0, MAX_DUTIES), ...doneCriteria(turn.words)]
    : [];
  const listed = [...pointsBelow(plan ?? '', RULES), ...duties].filter(
    (point) => !said.some((text) => point.includes(text)),
  );
  return [...listed, ...said].map((text) => ({ text, from }));
}

const MAX_DUTIES = 12;

const FORBIDS = /^(?:please |and |also )*(?:don['’]?t|do not|never)\b/i;
/** Beside a sentence that forbids, another one that says what must not be is part of it. */
const SHOULD_NOT = /\b(?:should not|shouldn['’]?t|must not|mustn['’]?t)\b(?!.*\?\s*$)/i;

/** `## Ground rules (binding)` of a plan that the user handed over. */
export const RULES = /^#{1,6} (?:\w+ )?rules\b.{0,40}$/i;

/** `Did we not go through this before, there is no lamp here`: the rule stands behind it. */
const SAID_BEFORE =
  /^(?:did(?:n['’]?t)? we (?:not )?(?:already )?(?:go|talk|speak) (?:through|over|about|of)|have(?:n['’]?t)? we (?:not )?(?:already )?(?:been|gone) (?:through|over)) (?:this|that|it)(?: (?:before|already))*[,.?:;—–-]+ (?=\S+ \S+ \S)/i;

/** A long sentence from the clause on that holds the rule. */
function fromItsCue(whole: string): string {
  const sentence = whole.replace(SAID_BEFORE, '');
  if (sentence.length <= MAX_WHOLE) return sentence;
  const parts = sentence.split(/(?<=[,;])\s+/);
  const first = parts.findIndex(isRule);
  return first < 1 ? sentence : parts.slice(first).join(' ');
}

/** In a plan, `Only edit the tool`, `Tests: do not use the network`, `keep the two apart` hold for all of its steps. */
const HOLDS_FOR_ALL =
  /^(?:[A-Z][\w ]{1,30}: )?(?:and |but |please )?(?:(?:do not|don['’]t|never|avoid)\b|only (?:use|touch|edit|change|modify|write|add)\b|(?:keep|leave) .{3,80}\b(?:separate|apart|unchanged|untouched|as[ -]is|identical)\b|before (?:committing|pushing|merging|releasing)\b.{12,})/i;

function isPlainOrder(sentence: string): boolean {
  if (
    HOLDS_FOR_ALL.test(sentence) &&
    !/[?？]\s*$/.test(sentence) &&
    !isOneOff(sentence) &&
    subjectWords(sentence).size > 2
  )
    return true;
  const isRepeated = /\b(?:after|before) (?:each|every)\b/i.test(sentence) && asImperative(sentence) !== '';
  return (isRepeated || /^(?:please )?(?:don['’]?t|do not|never|always)\b/i.test(sentence)) && isRule(sentence);
}

/** Whether a sentence is a rule to keep and not work to do. */
export function isRule(sentence: string): boolean {
  const words = sentence.replaceAll('’', "'");
  if (LEFT_SO.test(words) || isMethod(words) || isDirection(words)) return true;
  if (
    (subjectWords(words).size < 2 && !isOtherLanguage(words)) ||
    /\b(?:leave|keep) (?:it|that|this|them)\b/i.test(words)
  )
    return false;
  if (DEMANDS_NOTHING.test(words)) return false;
  if (/[?？]\s*$/.test(words) || isOneOff(words) || PONDERS.test(words)) return false;
  const isElsewhere = isOtherLanguage(words) && otherLanguages.rule.test(words);
  return isElsewhere || IMPERATIVE.test(words) || DEMANDED.test(words) || TASTE.test(words) || isStanding(words);
}

function isStanding(words: string): boolean {
  return STANDING.test(words) && !ABOUT_THE_PROGRAM.test(words);
}
