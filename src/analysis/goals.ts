import { defined } from '../core/defined.ts';
import { isChore } from './agent-names.ts';
import { BOUNDS } from './bounds.ts';
import { primaryRequest } from './compaction.ts';
import { goalOfPlan } from './goal-of-plan.ts';
import { handedPlan } from './handed-plan.ts';
import { asImperative } from './imperative.ts';
import { inFlight } from './in-flight.ts';
import { machinePrompt } from './machine-prompt.ts';
import { fromLog, fromTerminal } from './pasted-output.ts';
import { isOfItself, isServed, presentGoal, wasDropped } from './present-goal.ts';
import { isSpokenOf } from './present-talk.ts';
import { isAside, isOwnCommand, restatesGoal } from './prompt-kind.ts';
import { closingQuestion } from './proposals.ts';
import { isComplaint, isStatement } from './requests.ts';
import { chosenText, saidTo } from './said-to.ts';
import { cutWords, firstSentences, splitSentences, subjectWords } from './sentences.ts';
import { type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';
import { addsToStopped, spokenTo } from './stopped.ts';
import { taskOf } from './task-of-prompt.ts';
import { isOnlyPlace, isTelling } from './telling.ts';
import { isRule } from './user-rules.ts';

const NOTHING: Item = { text: '' };

/** The turn in which the user said anew what the problem is. */
export function findRestated(view: SessionView): TurnView | undefined {
  return goalTurns(view).findLast((turn) => turn.number > 1 && restatesGoal(turn.words));
}

/** The first goal in the user's words; one that was restated later wins. */
export function findProblem(view: SessionView): Item {
  const restated = findRestated(view);
  if (restated) return { text: goalText(restated), from: { by: 'user', turn: restated.number } };
  const inherited = primaryRequest(view);
  if (inherited !== '') return { text: cutWords(inherited, BOUNDS.problem.length), from: { by: 'summary' } };
  const asked = view.turns.filter(isAsked);
  const first =
    asked.find(saysWhat) ?? asked[0] ?? view.turns.find((turn) => turn.kind !== 'nothing') ?? view.turns.find(hasWords);
  return first ? { text: goalText(first), from: { by: 'user', turn: first.number } } : NOTHING;
}

/** A command asks for something when it says what for. */
function isAsked({ kind, words, turn }: TurnView): boolean {
  if (kind === 'command') return /\s/.test(turn.prompt.trim());
  return kind === 'question' || (kind === 'goal' && !/^(?:no|nope|that['’]?s not)\b/i.test(words));
}

/** Neither only a place nor beside the point. */
function saysWhat({ words, turn }: TurnView): boolean {
  if (isCommandLine(turn.prompt)) return true;
  return !isAside(words) && (asImperative(words) !== '' || !isOnlyPlace(words));
}

/** `/name`, with or without arguments. */
function isCommandLine(prompt: string): boolean {
  return /^[/$]\w/.test(prompt);
}

/** What the user wants to achieve with what is done now. */
export function findIntent(view: SessionView): Item {
  const intent = presentGoal(view);
  const command = view.turns.findLast(({ kind }) => kind === 'command');
  if (intent === undefined && command !== undefined)
    return { text: goalText(command), from: { by: 'user', turn: command.number } };
  if (intent === undefined) return findProblem(view);
  if (isServed(view, intent) || isPast(view, intent)) {
    const { text, from: { answered: _, ...from } = { by: 'user' as const } } = findCurrentTask(view, []);
    const goal = isOnlyHow(text) ? `${cutWords(goalText(intent), 250)} — then: ` : '';
    return { text: cutWords(`${goal}${text}`, BOUNDS.session_intent.length), from };
  }
  const goal = isAnsweredBefore(view, intent) ? (lastRequest(view) ?? intent) : intent;
  return { text: withAddition(view, goal), from: { by: 'user', turn: goal.number } };
}

/** What the user stopped the agent for to add belongs to the goal. */
function withAddition(view: SessionView, goal: TurnView): string {
  const next = view.turns[goal.number];
  if (next === undefined || !addsToStopped(goal, next) || !isTelling(next.words)) return goalText(goal);
  return cutWords(`${goalText(goal)} — then: ${goalText(next)}`, BOUNDS.session_intent.length);
}

/** The agent had its say on it, and the last request can be read without it. */
function isAnsweredBefore(view: SessionView, goal: TurnView): boolean {
  const last = lastRequest(view);
  if (last === undefined || last.number <= goal.number || !isOfItself(view, goal, last)) return false;
  const between = view.turns.slice(goal.number - 1, last.number - 1);
  return between.some(({ finished }) => finished) && withPurpose(view, last) === requestText(view, last);
}

/** More than one thing was asked for since, and nobody speaks of it any more. */
function isPast(view: SessionView, goal: TurnView): boolean {
  const since = view.turns.slice(goal.number).filter(({ kind, calls }) => kind === 'goal' && calls.length > 0);
  return since.length >= MANY_SINCE && !isSpokenOf(view, goal.typed, goal);
}

const MANY_SINCE = 2;

/** `/execute-plan keep each commit green`: a command and how to go about it; what it carries out was said before. */
function isOnlyHow(text: string): boolean {
  const [, how = ''] = /^[/$]\S+ (.+)$/s.exec(text) ?? [];
  return how !== '' && splitSentences(how).every(isRule);
}

/** What is being done: the task in progress, else the last request. One that came after the list is newer than it. */
export function findCurrentTask(view: SessionView, openTodos: readonly string[]): Item {
  const [todo] = isNewRequest(view) ? [] : openTodos;
  if (todo !== undefined) {
    // `Run the tests` says nothing without what they are for.
    const purpose = isChore(todo) ? `${cutWords(findIntent(view).text, 250)} — now: ` : '';
    return { text: cutWords(`${purpose}${todo}`, BOUNDS.current_task.length), from: { by: 'tasks' } };
  }
  const last = lastRequest(view);
  if (last === undefined) return NOTHING;
  const answered = view.turns.at(-1)?.finished && inFlight(view).length === 0 ? true : undefined;
  const picture = !last.finished && PICTURE.test(last.turn.prompt) ? WITH_PICTURE : '';
  const room = BOUNDS.current_task.length - picture.length;
  return {
    text: `${cutWords(`${withPurpose(view, last)}${pickedSince(view, last)}`, room)}${picture}`,
    from: defined({ by: 'user' as const, turn: last.number, answered }),
  };
}

const PICTURE = /\[image\b[^\]]{0,80}\]/i;
const WITH_PICTURE = ' (with a picture, which only the transcript has)';

/** `Plan it`: what the user picked in the turn, asked how to go on. */
function pickedSince({ session, turns }: SessionView, { number }: TurnView): string {
  if (number !== turns.length) return '';
  const picked = session.answers.findLast(({ asked, answer }) => asked?.turn === number && answer !== undefined);
  if (picked?.answer === undefined || !HOW_ON.test(picked.question)) return '';
  return ` — then: ${cutWords(picked.answer, 120)} (to: ${cutWords(picked.question, 160)})`;
}

const HOW_ON = /\b(?:proceed|next|go on|continue|(?:want|like)(?: me)? to (?:do|implement|fix|start))\b/i;

/** The last prompt that says something. A rule is kept elsewhere; what is being done is the request before it. */
function lastRequest(view: SessionView): TurnView | undefined {
  const telling = view.turns.filter((turn) => turn.kind !== 'nothing' && !isReport(turn));
  const asked = telling.length > 0 ? telling : view.turns.filter(hasWords);
  return (
    asked.findLast((turn) => /^[/$]/.test(turn.turn.prompt) || !splitSentences(turn.words).every(isRule)) ??
    asked.at(-1)
  );
}

/** `ok logged in`: what the user has done; what it was done for goes on. */
const REPORTS =
  /^(?:(?:ok(?:ay)?|yes|yep|so)[,. ]+)*(?:i(?:['’]ve| have| am|['’]m)? (?:just )?|it['’]?s (?:been )?)?(?:done|(?!need|proceed|feed|speed|exceed|succeed|embed)\p{L}{3,}ed)(?: (?:in|it|that|them|up|out|again|now))*[\s.!]*$/iu;

function isReport({ kind, words }: TurnView): boolean {
  return (kind === 'goal' || kind === 'housekeeping') && REPORTS.test(words);
}

/** The user asked for something else since the agent last touched its list. */
export function isNewRequest({ turns, calls }: SessionView): boolean {
  const listed = calls.findLast(({ call }) => call.action === 'plan')?.turn ?? 0;
  const last = turns.at(-1);
  return listed > 0 && last !== undefined && last.number > listed && last.kind === 'goal' && isTelling(last.words);
}

/** `commit` alone says nothing: the request it serves goes before it. */
function withPurpose(view: SessionView, turn: TurnView): string {
  const own = requestText(view, turn);
  const before = view.turns.slice(0, turn.number - 1);
  // A workflow of questions and answers is what its command stands for.
  if (turn.kind === 'answer') {
    const begun = before.findLast(({ kind }) => kind === 'goal' || kind === 'command');
    if (begun?.kind === 'command') return `${begun.turn.prompt.trim()} — then: ${own}`;
  }
  if (isBare(turn)) return withOrder(view, before, own);
  const added = addsToStopped(before.at(-1), turn);
  if (turn.kind === 'answer' || (!added && standsAlone(turn, own, before.at(-1)))) return own;
  // What somebody agreed to a while ago is done.
  const isNear = (one: TurnView) => one.kind !== 'agreement' || turn.number - one.number <= NEAR;
  const last = before.at(-1);
  const served =
    (added ? last : undefined) ??
    // `can you fix this?` names nothing, but what was done for it is what is asked about.
    (last?.kind === 'goal' && last.calls.some(isEdit) && !last.finished ? last : undefined) ??
    before.findLast((one) => isRequest(one) && isNear(one)) ??
    before.findLast(
      (one) => isNear(one) && (one.kind === 'agreement' || (one.kind === 'goal' && isTelling(one.words))),
    ) ??
    before.findLast(({ kind }) => kind === 'goal');
  return served === undefined ? own : `${cutWords(requestText(view, served), 250)} — then: ${own}`;
}

/** Whether a request can be read without the one before it. */
function standsAlone(turn: TurnView, own: string, before: TurnView | undefined): boolean {
  // What came to its end before a command or an order of its own is not what that is for.
  if (before?.finished && (turn.kind === 'command' || isOwnOrder(turn))) return true;
  if (turn.kind === 'command') return /^\S+\s+\S*[-/]\S/.test(turn.turn.prompt.trim());
  // A question that was answered is told as it was asked.
  if (turn.kind === 'question' && turn.finished && subjectWords(own).size > 0) return true;
  const isClear = turn.kind === 'agreement' || (isTelling(own.replace(LEAD, '')) && !isStatement(turn));
  return turn.kind !== 'housekeeping' && isClear;
}

const NEAR = 2;

function isOwnOrder({ kind, words }: TurnView): boolean {
  return kind === 'goal' && asImperative(words) !== '' && !/\b(?:it|this|that|these|those|them|again)\b/i.test(words);
}

/** `1`, `yes`: it says which way, and not what for. */
function isBare({ kind, words }: TurnView): boolean {
  return (kind === 'agreement' || kind === 'answer') && words.trim().split(/\s+/).length <= MAX_BARE;
}

/** What a bare word goes on with is what was asked right before it; an older order is over. */
function withOrder(view: SessionView, before: readonly TurnView[], own: string): string {
  const asked = before.findLast(
    (turn) =>
      ASKS_OR_ORDERS.has(turn.kind) && !isBare(turn) && !isReport(turn) && !ADDS.test(turn.words.replace(LEAD, '')),
  );
  if (asked === undefined || own.includes(asked.words.slice(0, MIN_SAID))) return own;
  const isWorked = isOrdered(asked) || (asked.kind === 'goal' && asked.calls.some(isEdit));
  return isWorked ? `${cutWords(requestText(view, asked), 250)} — then: ${own}` : own;
}

const ASKS_OR_ORDERS: ReadonlySet<string> = new Set(['goal', 'question', 'answer', 'command']);
const ADDS = /^(?:also|and|plus|additionally)\b/i;
const MAX_BARE = 3;
const MIN_SAID = 60;

/** A request in words of its own; an answer is one where it orders something. */
function isOrdered(turn: TurnView): boolean {
  const { kind, words, calls } = turn;
  if (calls.length === 0 || isBare(turn) || isComplaint(turn) || isReport(turn)) return false;
  const said = words.replace(LEAD, '');
  // What was added to a request is not what it was about.
  if (ADDS.test(said) || splitSentences(said).every(isRule)) return false;
  const orders = said.split(/[,;\n]|(?<=[.!]) /).some((clause) => asImperative(clause) !== '');
  return kind === 'goal' ? isTelling(said) && (orders || !isStatement(turn)) : kind === 'answer' && orders;
}

const TERMINAL = /^\s*(?:➜|❯|\$ |\S+@\S+[:~ ][^$%#\n]*[$%#] )/;

/** The agent went to work for it: a remark that was only answered is not what a commit is for. */
function isRequest(turn: TurnView): boolean {
  if (turn.calls.length === 0 || isComplaint(turn) || isStatement(turn) || TERMINAL.test(turn.words)) return false;
  if (wasDropped(turn)) return false;
  return turn.kind === 'agreement' || (turn.kind === 'goal' && isTelling(turn.words));
}

const LEAD = /^(?:(?:ok(?:ay)?|yes|no|great|thanks?(?: you)?|perfect|now|so|h+m+)\b[\s,.!]*)+/i;

/** `go on`: the work goes on for the request before, however often that was said. */
const GOES_ON =
  /^(?:(?:please|ok(?:ay)?|yes|great|now|and|just)[\s,.!]+)*(?:go on|continue|carry on|keep going|resume)(?:[\s,]+(?:please|now|then|with (?:it|that|this)))*[\s.!]*$/i;

function goesOnWith(view: SessionView, turn: TurnView): TurnView | undefined {
  if (!GOES_ON.test(turn.words)) return undefined;
  const before = view.turns[turn.number - 2];
  if (before === undefined || closingQuestion(before.closing) !== '') return undefined;
  if (before.turn.outcome === 'interrupted' && before.kind === 'question') return before;
  return view.turns
    .slice(0, turn.number - 1)
    .findLast(({ kind, words }) => kind !== 'nothing' && kind !== 'question' && !GOES_ON.test(words));
}

/** A request as the next reader understands it: an agreement says to what, a follow-up command for what. */
export function requestText(view: SessionView, turn: TurnView): string {
  const gone = goesOnWith(view, turn);
  if (gone !== undefined) return requestText(view, gone);
  const plan = planOrdered(view, turn);
  if (plan !== '') return plan;
  const isCommand = isCommandLine(turn.turn.prompt);
  const typed = isCommand ? turn.turn.prompt : taskOf(turn.words);
  const isWhole = turn.kind === 'goal' || turn.kind === 'question';
  const own = fromLog(typed) || firstSentences(typed, BOUNDS.current_task.length - (isWhole ? 0 : 60));
  const before = isCommand
    ? undefined
    : spokenTo(view.turns.slice(0, turn.number - 1).filter(({ kind }) => kind !== 'nothing'));
  const chosen = before && chosenText(before.closing, turn.words);
  if (chosen) return `${own} (${chosen})`;
  return before === undefined ? own : `${own}${saidTo(before, turn)}`;
}

/** The plan that a prompt hands over, or that was approved for a question: what it is for, not its background. */
function planOrdered({ session, calls }: SessionView, { number, words, turn }: TurnView): string {
  const handed = handedPlan(turn.prompt);
  const isTaken =
    handed === undefined &&
    /[?？]/.test(words) &&
    calls.some(({ call, turn }) => turn === number && EXIT_PLAN.test(call.tool) && call.result === 'ok');
  const plan = isTaken ? session.plans.findLast(({ approved }) => approved)?.text : handed;
  const goal = goalOfPlan(plan ?? '');
  return goal === '' ? '' : orderOf(goal);
}

function orderOf(goal: string): string {
  return cutWords(`Implement the plan: ${goal}`, BOUNDS.current_task.length - 60);
}

const EXIT_PLAN = /^exit_?plan_?mode$/i;

function hasWords({ turn }: TurnView): boolean {
  return turn.prompt !== '' && !isOwnCommand(turn.prompt);
}

function goalTurns(view: SessionView): TurnView[] {
  return view.turns.filter((turn) => turn.kind === 'goal');
}

function goalText(turn: TurnView): string {
  const goal = goalOfPlan(handedPlan(turn.turn.prompt) ?? '');
  if (goal !== '') return orderOf(goal);
  if (turn.words === '')
    return cutWords(machinePrompt(turn.turn.prompt)?.words || turn.turn.prompt, BOUNDS.problem.length);
  const [command = ''] = isCommandLine(turn.turn.prompt) ? turn.turn.prompt.split(/\s/) : [];
  if (command !== '') return firstSentences(`${command} ${turn.words}`, BOUNDS.problem.length);
  const pasted = fromTerminal(turn.words) || fromLog(turn.words);
  return pasted === ''
    ? firstSentences(taskOf(turn.words), BOUNDS.problem.length)
    : cutWords(pasted, BOUNDS.problem.length);
}
