import { diagnosedIn, promisedIn, reportedIn, setOutIn } from './agent-names.ts';
import { isDense } from './cues.ts';
import { findDeliveries } from './deliveries.ts';
import { fit } from './fit-line.ts';
import { ordersPlan } from './handed-plan.ts';
import { asImperative } from './imperative.ts';
import { questionOf, takenIn } from './newest-request.ts';
import { imperativeOf } from './order-of-prompt.ts';
import { isStatement } from './requests.ts';
import { splitSentences, subjectWords } from './sentences.ts';
import type { SessionView, TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';
import { planTitle } from './title-of-work.ts';
import { troubleOf } from './troubles.ts';
import { isRule } from './user-rules.ts';

/** Fewer words are an errand. */
const MIN_ORDER = 4;

/** What a turn can be called: in the user's words where they name something, else in those of the agent. Empty when neither does. */
export function nameOfTurn(view: SessionView, turn: TurnView): string {
  if (turn.kind === 'command') return '';
  const asked = askedIn(view, turn);
  if (
    TROUBLE.test(asked) ||
    isDense(asked) ||
    ordersPlan(turn.turn.prompt) ||
    (subjectWords(asked).size >= MIN_ORDER && !POINTING.test(asked))
  )
    return asked;
  const promised = /[?？]$/.test(asked) ? promisedIn(turn) : '';
  if (promised !== '') return promised;
  const said = saidIn(view, turn);
  if (asked === '') return said || plainWordsOf(turn);
  return said !== '' && (said === committedIn(view, turn) || sharesWords(asked, said)) ? said : asked;
}

const TROUBLE = /^Investigate: /;
/** `resolve this issue`: what is meant stands elsewhere. */
const POINTING = /\b(?:this|that|these|those) (?:issue|problem|error|one|thing)s?\b|\b(?:it|this|that|them)$/i;

const ASKING = new Set(['goal', 'question', 'answer', 'agreement']);

function askedIn(view: SessionView, turn: TurnView): string {
  if (!ASKING.has(turn.kind)) return '';
  return firstTelling([
    () => takenPlan(view, turn),
    () => takenIn(view, turn),
    () => withoutPointer(imperativeOf(turn)),
    () => troubleOf(turn),
    () => imperativeOf(turn),
    () => questionOf(turn),
  ]);
}

/** `Implement the proposed plan`: the newest plan that was agreed to says what. */
function takenPlan({ session, turns }: SessionView, turn: TurnView): string {
  const isNewest = turns.findLast((one) => ordersPlan(one.turn.prompt)) === turn;
  return isNewest ? planTitle(session.plans.findLast(({ approved }) => approved)?.text ?? '') : '';
}

/** `Make this last`: the trouble that is told beside it names it better. */
function withoutPointer(order: string): string {
  return /\b(?:this|that|it) (?!is\b)\w+/i.test(order) && subjectWords(order).size <= MIN_ORDER ? '' : order;
}

function saidIn(view: SessionView, turn: TurnView): string {
  return firstTelling([
    () => committedIn(view, turn),
    () => setOutIn(turn),
    () => reportedIn(turn),
    () => diagnosedIn(turn),
  ]);
}

function firstTelling(lines: readonly (() => string)[]): string {
  for (const line of lines) if (isTelling(fit(line()))) return line();
  return '';
}

/** One of several commits is a part of the work. */
function committedIn(view: SessionView, { number }: TurnView): string {
  const [commit, another] = findDeliveries(view).filter(({ what, turn }) => what === 'commit' && turn === number);
  return another === undefined ? (commit?.text ?? '') : '';
}

const TERMINAL = /^\s*(?:➜|❯|\$ |last login: |\S+@\S+[:~ ][^$%#\n]*[$%#] )/i;
const LEAD = /^(?:(?:ok(?:ay)?|yes|no|great|perfect|now|so|and|then|but|h+m+|wait|also)\b[\s,.!]*)+/i;
const WANTS =
  /^(?:i think )?(?:we|i|you)(?:['’]d| would)?(?: still| also)? (?:need|want|like) (?=(?:an?|the|some|another) )/i;
const ASKS = /^(?:do|does|did|is|are|was|were|can|could|should|would|will|has|have|what|why|how|which|where|who)\b/i;
/** `What would this cost: Cache each answer`: what is asked about stands behind it. */
const ASKED_OF = /^(?:what|how|why|which|would)\b[^?]{8,}?: ([A-Z].{8,})$/i;
/** Printed by a program, a condition, praise, or what the user did. */
const NO_NAME =
  /^(?:[\d/~]|(?!I\b)[A-Z]{2,}\b|\S+ *[|=]|(?:[Ii]f|[Ii]t|[Tt]hat|[Tt]his|[Tt]hey|[Tt]hese)\b|I(?: was|['’]ve| have| did| ran| tried) |(?:[Ss]eems|[Ll]ooks|[Ww]orks)\b.{0,20}\b(?:fine|good|great|well)\b)/;

function plainWordsOf(turn: TurnView): string {
  if (turn.kind !== 'goal' || isStatement(turn) || TERMINAL.test(turn.words)) return '';
  const sentences = splitSentences(turn.typed || turn.words).map((sentence) => sentence.replace(LEAD, ''));
  const first = sentences.map(sayingIn).find(isTelling) ?? '';
  return `${first.slice(0, 1).toUpperCase()}${first.slice(1)}`;
}

/** What a sentence speaks of; empty where it orders, asks or rules. */
function sayingIn(sentence: string): string {
  const about = ASKED_OF.exec(sentence)?.[1];
  if (about !== undefined) return about;
  const isOther = asImperative(sentence) !== '' || isRule(sentence) || ASKS.test(sentence) || NO_NAME.test(sentence);
  return isOther ? '' : sentence.replace(WANTS, '');
}

function sharesWords(one: string, other: string): boolean {
  const words = subjectWords(other);
  return [...subjectWords(one)].some((word) => words.has(word));
}
