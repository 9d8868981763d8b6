import type { Todo } from '../core/session.ts';
import { handedBack } from './handed-back.ts';
import { leftOpen } from './left-open.ts';
import { passedTasks } from './passed-tasks.ts';
import { type CallView, isEdit, type SessionView } from './session-view.ts';
import { isTelling } from './telling.ts';

export interface TaskList {
  /** In progress first, then the order of the list; what others of a team have comes last. */
  readonly open: readonly Todo[];
  /** Never ticked off, in a list that the agent stopped keeping while the work went on. */
  readonly abandoned: readonly Todo[];
  readonly done: readonly Todo[];
  /** Left to subagents that have all reported, and not ticked off yet. */
  readonly handedBack: readonly Todo[];
  /** Open on a list that nobody touched for many edits, though the agent spoke of later ones. */
  readonly passed: readonly Todo[];
  /** How many open tasks there are in all; some may have had no room in the session. */
  readonly openInAll: number;
}

/** The agent's own list, with what it forgot to tick off told apart from what is open. */
export function readTaskList(view: SessionView): TaskList {
  const listed = ownTasks(view);
  const { passed, reached } = passedTasks(view, listed);
  const todos = listed
    .filter((todo) => !passed.includes(todo))
    .map((todo): Todo => (todo === reached && todo.status === 'pending' ? { ...todo, status: 'in_progress' } : todo));
  const open = [
    ...todos.filter((todo) => todo.status === 'in_progress'),
    ...todos.filter((todo) => todo.status === 'pending'),
  ];
  const unfinished = [
    ...open.filter(({ owner }) => owner === undefined),
    ...open.filter(({ owner }) => owner !== undefined),
  ];
  const earlier = (view.session.finished ?? []).map((text): Todo => ({ text, status: 'completed' }));
  const done = [...earlier, ...todos.filter((todo) => todo.status === 'completed')];
  if (wasAbandoned(view)) return { open: [], abandoned: unfinished, done, handedBack: [], passed: [], openInAll: 0 };
  const back = handedBack(view);
  return {
    open: unfinished.filter((todo) => !back.includes(todo)),
    abandoned: [],
    done,
    handedBack: back,
    passed,
    openInAll: unfinished.length - back.length + (view.session.todosLeftOut ?? 0),
  };
}

const ROLE = /^\s*you are (?:the )?([\w-]{3,60})\b/gim;

/** The tasks in the order of their numbers; whoever was told `You are lexer-fixer on the team` has those of that name, and leaves the rest to the others. */
function ownTasks({ session, turns }: SessionView): readonly Todo[] {
  const byNumber = session.todos.every(({ id = '' }) => /^\d+$/.test(id))
    ? session.todos.toSorted((one, other) => Number(one.id) - Number(other.id))
    : session.todos;
  const owners = new Set(byNumber.flatMap(({ owner }) => owner ?? []));
  const roles = turns.flatMap(({ turn }) =>
    [...turn.prompt.slice(0, PROMPT_HEAD).matchAll(ROLE)].map(([, name]) => name),
  );
  const own = roles.findLast((name) => name !== undefined && owners.has(name));
  if (own === undefined) return byNumber;
  return byNumber.flatMap(({ owner, ...todo }) => (owner === undefined || owner === own ? [todo] : []));
}

const PROMPT_HEAD = 20_000;

/** What the list says is being done: the tasks in progress, or the one behind those that came back. */
export function presentTasks({ open, handedBack }: TaskList): readonly Todo[] {
  const own = open.filter(({ owner }) => owner === undefined);
  const doing = own.filter(({ status }) => status === 'in_progress');
  return doing.length > 0 || handedBack.length === 0 ? doing : own.slice(0, 1);
}

/** The turn that last touched the list was finished, and the user went on with something else. */
function wasAbandoned(view: SessionView): boolean {
  const kept = view.calls.findLast(
    ({ call }) => call.action === 'plan' && !/plan_?mode|exit_plan/i.test(call.tool),
  )?.turn;
  if (kept === undefined) return false;
  if (wasLeftBehind(view)) return true;
  if (!view.turns[kept - 1]?.finished) return false;
  if (isForgotten(view, kept) || wasReportedDone(view, kept) || wasOutrun(view, kept)) return true;
  const later = view.turns.slice(kept).filter((turn) => turn.kind === 'goal' || turn.kind === 'housekeeping');
  return later.some((turn) => turn.finished && turn.calls.length > 0) || later.length > 1;
}

/** Only what was in progress is left of it, the agent reported, and the user asked for something else: it was done and not ticked off. */
function isForgotten({ session, turns }: SessionView, kept: number): boolean {
  const isOver = session.todos.every(({ status, owner }) => status !== 'pending' && owner === undefined);
  return isOver && turns.slice(kept).some(({ kind, words }) => kind === 'goal' && isTelling(words));
}

const ALL_DONE =
  /\b(?:implemented|everything is (?:done|in place)|all (?:done|tasks? (?:are )?(?:done|complete)|tests? pass)|verification passed|is (?:now )?complete|implementation complete|finished)\b/i;

/** The agent reported the end of the turn in which it last touched the list, and the user went on. */
function wasReportedDone({ turns }: SessionView, kept: number): boolean {
  const closing = turns[kept - 1]?.closing ?? '';
  return (
    ALL_DONE.test(closing.slice(0, REPORT_HEAD)) &&
    turns.slice(kept).some(({ kind }) => kind !== 'agreement' && kind !== 'nothing')
  );
}

const REPORT_HEAD = 400;

/** The agent went on editing without ticking off, reported the end and left nothing open, and the user asked for something else. */
function wasOutrun(view: SessionView, kept: number): boolean {
  const turn = view.turns[kept - 1];
  if (turn === undefined || turn.closing === '' || leftOpen(turn).length > 0) return false;
  return (
    editsSinceList(view).some((entry) => entry.turn === kept) &&
    view.turns.slice(kept).some(({ kind, words }) => kind === 'goal' && isTelling(words))
  );
}

/** What was edited since the agent last touched its list. */
export function editsSinceList({ calls }: SessionView): CallView[] {
  const kept = calls.findLastIndex(({ call }) => call.action === 'plan');
  return kept < 0 ? [] : calls.slice(kept + 1).filter(isEdit);
}

const MANY_FILES = 3;

/** The agent wrote its list and then worked without touching it: what it says is in progress may be over. */
export function isUntouched(view: SessionView): boolean {
  const files = new Set(editsSinceList(view).flatMap(({ paths }) => paths));
  return view.session.todos.every(({ status }) => status !== 'completed') && files.size >= MANY_FILES;
}

const MANY_CALLS = 60;
const MANY_COMMITS = 2;

/** Commits were made, and much else was done, since the agent last looked at its list: it says nothing about now. */
function wasLeftBehind({ calls }: SessionView): boolean {
  const since = calls.slice(calls.findLastIndex(({ call }) => call.action === 'plan') + 1);
  const commits = since.filter(
    ({ call, failed }) => /\bgit commit\b/.test(call.command ?? '') && call.result === 'ok' && !failed,
  );
  return since.length >= MANY_CALLS && commits.length >= MANY_COMMITS;
}
