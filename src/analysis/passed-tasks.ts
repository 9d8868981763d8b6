import type { Todo } from '../core/session.ts';
import { commonParts, editedTasks, MANY_EDITS } from './edited-tasks.ts';
import { isSameWork } from './same-work.ts';
import { type CallView, isEdit, type SessionView } from './session-view.ts';

/** More than the title of a step. */
const MIN_SAID = 60;
/** What the agent is at shows in so many edits. */
const LAST_EDITS = 3;

interface Passed {
  /** What the agent went past, by its words or by its edits. */
  readonly passed: readonly Todo[];
  /** The one that it is at; undefined when neither tells. */
  readonly reached?: Todo | undefined;
}

/** Which tasks of a list that nobody touched for some edits the agent has gone past without ticking them off. */
export function passedTasks(view: SessionView, todos: readonly Todo[]): Passed {
  const { calls } = view;
  const kept = calls.findLastIndex(({ call }) => call.action === 'plan');
  const edits = kept < 0 ? [] : calls.slice(kept + 1).filter(isEdit);
  if (edits.length === 0) return { passed: [] };
  const isOpen = ({ status, owner }: Todo) => status !== 'completed' && owner === undefined;
  const open = todos.filter(isOpen);
  const said = spokenOf(view, todos, edits);
  const before = todos.slice(0, Math.max(0, said)).filter(isOpen);
  const edited = editedTasks(open, edits).filter(({ isPassed }) => isPassed);
  const passed = open.filter(
    (todo) => todo !== todos[said] && (before.includes(todo) || edited.some((one) => one.todo === todo)),
  );
  const rest = open.filter((todo) => !passed.includes(todo));
  return { passed, reached: todos[said] ?? atWork(rest, edits) };
}

/** The place of the last task that the agent spoke of since it began to edit; -1 when it spoke of none. */
function spokenOf({ turns }: SessionView, todos: readonly Todo[], edits: readonly CallView[]): number {
  const first = edits[0];
  if (edits.length < MANY_EDITS || first === undefined || turns.at(-1)?.finished) return -1;
  const steps = turns.slice(first.turn - 1).flatMap(({ turn }) => turn.steps);
  const from = steps.findIndex((step) => step.kind === 'tool' && step.call === first.call);
  const said = steps
    .slice(from + 1)
    .flatMap((step) => (step.kind === 'text' && step.text.length >= MIN_SAID ? [step.text] : []));
  return todos.findLastIndex(({ text }) => said.some((words) => isSameWork(text, words)));
}

/** The task that speaks most of where the last edits were. */
function atWork(todos: readonly Todo[], edits: readonly CallView[]): Todo | undefined {
  if (edits.length < MANY_EDITS) return undefined;
  const counts = todos.map((todo) => commonParts(todo, edits.slice(-LAST_EDITS)));
  const most = Math.max(0, ...counts);
  return most === 0 ? undefined : todos[counts.indexOf(most)];
}
