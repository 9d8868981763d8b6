import { isDense, isOtherLanguage } from './cues.ts';
import { findDeliveries } from './deliveries.ts';
import { handedPlan } from './handed-plan.ts';
import { asImperative } from './imperative.ts';
import { listBegan } from './list-began.ts';
import { oncePer } from './once-per.ts';
import { isAddition, isAside, restatesGoal } from './prompt-kind.ts';
import { isBoundOrder, isComplaint } from './requests.ts';
import { splitSentences, subjectWords } from './sentences.ts';
import { isEdit, type SessionView, type TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';

/** A pasted plan mentions nearly everything; its beginning says what it is about. */
const HEAD = 400;

/** The request that began what the session is about now: the last one that led elsewhere, else the first. */
export const presentGoal = oncePer(findPresentGoal);

function findPresentGoal(view: SessionView): TurnView | undefined {
  const goals = view.turns.filter(({ kind }) => kind === 'goal');
  const telling = view.turns.filter(isClear);
  let goal: TurnView | undefined;
  for (const turn of telling.some(({ kind }) => kind === 'goal') ? telling : goals) {
    if (goal === undefined ? turn.kind === 'goal' : leadsElsewhere(view, goal, turn)) goal = turn;
  }
  return goal && (orderOfList(view, goal) ?? goal);
}

/** All that is open on the agent's list was written down for a later request: that one began what is done now. */
function orderOfList(view: SessionView, goal: TurnView): TurnView | undefined {
  const turn = view.turns[(listBegan(view) ?? 0) - 1];
  const words = turn?.words.replace(AGREES, '') ?? '';
  if (turn?.kind !== 'goal' || turn.number <= goal.number || isComplaint(turn) || isAddition(words)) return undefined;
  return subjectWords(turn.words).size >= MIN_LISTED && !/^[/$]\w/.test(turn.turn.prompt) ? turn : undefined;
}

const MIN_LISTED = 2;
const AGREES = /^(?:(?:ok(?:ay)?|yes|yeah|great)\b[\s,.!]*)+/i;

/** Says what is wanted, and the agent went to work for it: asides are answered in words. */
function isClear(turn: TurnView): boolean {
  const isAsked = turn.kind === 'goal' || turn.kind === 'question';
  return (
    isAsked &&
    isTelling(turn.words.replace(AGREES, '')) &&
    isWorkedFor(turn) &&
    !isComplaint(turn) &&
    !isBoundOrder(turn) &&
    !isAside(turn.words)
  );
}

const QUESTION_FIRST =
  /^(?:so,? |ok,? |and )*(?:is|are|was|does|do|did|can|could|what|why|how|where|which|would|should|will)\b[^!\n]*?\?/i;

/** Whether the agent had its say on a goal, and the user went on to other work: it is only told as what came before. */
export function isServed(view: SessionView, goal: TurnView): boolean {
  const isAnswered = goal.kind === 'question' && goal.finished;
  if (isAnswered && view.turns.slice(goal.number).some(({ kind, calls }) => kind === 'goal' && calls.length > 0))
    return true;
  const last = furtherWork(view, goal);
  if (last === undefined) return false;
  if (QUESTION_FIRST.test(goal.words) && last.kind !== 'question') return true;
  // `Add colours to the writer` goes on with `build the writer`.
  if (last.kind === 'goal' && sharedPart(withoutPaths(goal), withoutPaths(last)) > MAX_SHARED_AFTER) return false;
  const between = view.turns.slice(goal.number - 1, last.number - 1);
  if (!goal.finished && between.at(-1)?.finished !== true) return false;
  const edited = new Set(between.flatMap(editedIn));
  return wasDelivered(view, goal, last) || !editedIn(last).some((path) => edited.has(path));
}

/** That two requests are about the same files says less than their words do. */
function withoutPaths({ words }: TurnView): string {
  return words.slice(0, HEAD).replace(/\[[^\]]*\]\([^)]*\)|\S+\/\S+/g, '');
}

/** Asks for work by itself: a command, an order, a question that the agent went to look for. */
function isFurther(turn: TurnView): boolean {
  if (isComplaint(turn) || isBoundOrder(turn) || isPointing(turn) || isAddition(turn.words)) return false;
  if (repliesFirst(turn)) return false;
  if (turn.kind === 'question') return turn.calls.length > 0 && isTelling(turn.words);
  const isOrdered = splitSentences(turn.words.slice(0, HEAD)).some(
    (sentence) => asImperative(sentence) !== '' || (isDense(sentence) && !/[?？]$/.test(sentence)),
  );
  return turn.kind === 'command' || (turn.kind === 'goal' && isOrdered && isTelling(turn.words));
}

/** Whether a request names what it is about, and is no part of the one before: after work that was committed, few are. */
export function isOfItself(view: SessionView, goal: TurnView, turn: TurnView): boolean {
  if (isComplaint(turn) || isBoundOrder(turn) || (turn.kind !== 'question' && turn.kind !== 'goal')) return false;
  const { size } = subjectWords(turn.words);
  if (size < MIN_WORDS || !isTelling(turn.words)) return false;
  // `The issue is still that …` goes on with what was asked.
  if (repliesFirst(turn) || /^.{0,40}\bstill\b/.test(turn.words)) return false;
  if (size >= LONG || wasDelivered(view, goal, turn)) return true;
  return !isPointing(turn) && !isAddition(turn.words) && (turn.kind === 'question' || isOrder(turn));
}

/** The newest turn after a goal that asks for work by itself. */
function furtherWork({ turns }: SessionView, goal: TurnView): TurnView | undefined {
  return turns.findLast((turn) => turn.number > goal.number && isFurther(turn));
}

/** Whether the agent did, or is about to do, more than to answer. */
function isWorkedFor({ calls, finished }: TurnView): boolean {
  return calls.length > 0 || !finished;
}

/** The user stopped it before anything was changed for it. */
export function wasDropped({ turn, calls }: TurnView): boolean {
  return turn.outcome === 'interrupted' && !calls.some(isEdit);
}

function leadsElsewhere(view: SessionView, goal: TurnView, turn: TurnView): boolean {
  if (turn.kind === 'goal' && isOver(view, goal, turn)) return isNew(goal, turn);
  // `it still fails for me` is about the work that was reported.
  if (turn.kind === 'goal' && !isOrder(turn)) return false;
  if (isAnsweredQuestion(goal) && turn.kind === 'goal') return true;
  if (isPointing(turn) || repliesFirst(turn)) return false;
  const between = view.turns.slice(goal.number - 1, turn.number - 1);
  if (turn.kind === 'question' && !between.at(-1)?.finished) return false;
  const edited = new Set(between.flatMap(editedIn));
  if (editedIn(turn).some((path) => edited.has(path))) return false;
  const said = `${goal.words.slice(0, HEAD)}\n${between.at(-1)?.closing.slice(0, HEAD) ?? ''}`;
  return isUnlike(said, turn.words.slice(0, HEAD));
}

/** `log in and test it yourself` serves what was talked about. */
function isPointing({ words }: TurnView): boolean {
  return subjectWords(words).size <= MAX_BOUND && /\b(?:it|this|that|these|those|them|again)\b/i.test(words);
}

/** `I did all of those steps. Can you look yourself?` is about what the agent said. */
function repliesFirst({ words }: TurnView): boolean {
  const [first = ''] = splitSentences(words);
  return /\bI\b.*\b(?:those|these)\b/.test(first) && asImperative(first) === '' && !/[?？]$/.test(first);
}

function isOrder(turn: TurnView): boolean {
  return (
    handedPlan(turn.turn.prompt) !== undefined ||
    isOtherLanguage(turn.words) ||
    /^(?:what|why|how|which|where)\b/i.test(turn.words) ||
    ordersOf(turn).length > 0 ||
    subjectWords(turn.words).size >= 2 * LONG
  );
}

/** Whether what was asked for has come to its end before the turn: only a look, a plan that was carried out, work that was committed. */
function isOver(view: SessionView, goal: TurnView, turn: TurnView): boolean {
  return isOnlyLook(goal) || (isDonePlan(goal) && isOrder(turn)) || wasDelivered(view, goal, turn);
}

/** After work that is over, a request of some words that were not said before is other work. */
function isNew(goal: TurnView, turn: TurnView): boolean {
  if (isPointing(turn)) return false;
  const [said, words] = [goal.words.slice(0, HEAD), turn.words.slice(0, HEAD)];
  const least = isAddition(words) ? LONG : MIN_WORDS;
  return subjectWords(words).size >= least && sharedPart(said, words) <= MAX_SHARED_AFTER;
}

const MAX_BOUND = 5;
const MIN_WORDS = 4;
const MAX_SHARED = 0.2;

/** Whether a request has hardly a word in common with what was said before it, and does not begin as an addition. */
function isUnlike(before: string, after: string): boolean {
  if (restatesGoal(after)) return true;
  // `Also look at the open requests` is other work where it names other things.
  if (isAddition(after) && !(/^also\b/i.test(after) && subjectWords(after).size > MIN_WORDS)) return false;
  return subjectWords(after).size >= MIN_WORDS && sharedPart(before, after) <= MAX_SHARED;
}

const MAX_SHARED_AFTER = 0.5;
/** So many words say what they are about, however they begin. */
const LONG = 8;

/** A plan that was handed over, and was carried out in one turn. */
function isDonePlan({ turn, finished }: TurnView): boolean {
  return finished && handedPlan(turn.prompt) !== undefined;
}

/** `learn about this project`: what the session is for comes after it. */
function isOnlyLook({ words, finished, calls }: TurnView): boolean {
  const isAsked =
    /^(?:(?:can|could) you |please |first,? )*(?:learn|read|explore|understand|look|study|get (?:to know|familiar|an overview|yourself|up to speed)|familiari[sz]e|see where|check where)\b/i;
  return finished && isAsked.test(words) && !calls.some(isEdit);
}

/** Its work was committed, and nothing was edited for it since. */
function wasDelivered(view: SessionView, goal: TurnView, turn: TurnView): boolean {
  const commit = findDeliveries(view).findLast(
    ({ what, turn: at }) => what === 'commit' && goal.number <= at && at < turn.number,
  );
  return (
    commit !== undefined &&
    !view.calls.some((entry) => isEdit(entry) && commit.turn < entry.turn && entry.turn < turn.number)
  );
}

/** How much of what is said after was said before, from 0 to 1. */
function sharedPart(before: string, after: string): number {
  const [known, now] = [subjectWords(before), subjectWords(after)];
  return now.size === 0 ? 1 : [...now].filter((word) => known.has(word)).length / now.size;
}

function isAnsweredQuestion({ words, finished }: TurnView): boolean {
  return finished && /[?？]\s*$/.test(words);
}

function ordersOf({ words }: TurnView): string[] {
  return splitSentences(words.slice(0, HEAD))
    .map(asImperative)
    .filter((order) => isTelling(order) && !/^do(?:n['’]t| not)\b/i.test(order));
}

function editedIn({ calls }: TurnView): readonly string[] {
  return calls.filter(isEdit).flatMap(({ paths }) => paths);
}
