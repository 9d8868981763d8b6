import type { Todo } from '../core/session.ts';
import { isSameWork } from './same-work.ts';
import { isEdit, type SessionView } from './session-view.ts';

/** So many edits later, a list is no picture of the work. */
const MANY_EDITS = 12;
/** More than the title of a step. */
const MIN_SAID = 60;

interface Passed {
  /** Before the one that the agent was at when it spoke last. */
  readonly passed: readonly Todo[];
  /** The one that it spoke of last; undefined when it spoke of none. */
  readonly reached?: Todo | undefined;
}

/** Which tasks of a list that nobody touched for many edits the agent has gone past, by what it said since it began to edit. */
export function passedTasks(view: SessionView, todos: readonly Todo[]): Passed {
  const { calls, turns } = view;
  const kept = calls.findLastIndex(({ call }) => call.action === 'plan');
  const edits = kept < 0 ? [] : calls.slice(kept + 1).filter(isEdit);
  const first = edits[0];
  if (edits.length < MANY_EDITS || first === undefined || turns.at(-1)?.finished) return { passed: [] };
  const steps = turns.slice(first.turn - 1).flatMap(({ turn }) => turn.steps);
  const from = steps.findIndex((step) => step.kind === 'tool' && step.call === first.call);
  const said = steps
    .slice(from + 1)
    .flatMap((step) => (step.kind === 'text' && step.text.length >= MIN_SAID ? [step.text] : []));
  const at = todos.findLastIndex(({ text }) => said.some((words) => isSameWork(text, words)));
  const isOpen = ({ status, owner }: Todo) => status !== 'completed' && owner === undefined;
  return { passed: todos.slice(0, Math.max(0, at)).filter(isOpen), reached: todos[at] };
}
