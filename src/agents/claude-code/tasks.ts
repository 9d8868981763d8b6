import { defined } from '../../core/defined.ts';
import type { Todo } from '../../core/session.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf } from './memory.ts';
import type { ToolAnswer } from './tool-answer.ts';

const STATUSES: readonly string[] = ['pending', 'in_progress', 'completed'];

/** The list that a `TodoWrite` call puts in place of the last. */
export function writeTodos(draft: SessionDraft, input: JsonObject): void {
  draft.setTodos(readTodos(input));
}

export function readTodos(input: JsonObject): Todo[] {
  return objectsAt(input, 'todos').map((todo) => ({ text: textAt(todo, 'content'), status: statusOf(todo) }));
}

/**
 * A whole task list as the client itself recorded it. An empty one may only mean that finished tasks were cleared, and
 * one without descriptions that it leaves them out.
 */
export function replaceTasks(draft: SessionDraft, tasks: readonly JsonObject[]): void {
  const known = new Map(draft.state.todos.map(({ id, description, owner }) => [id, defined({ description, owner })]));
  if (tasks.length > 0) draft.setTodos(tasks.map(readTask).map((task) => ({ ...known.get(task.id), ...task })));
}

/** A task that `TaskCreate` made; its id is known once the result is there. */
export function createTask(draft: SessionDraft, subject: string, answer: ToolAnswer): void {
  const task = objectAt(answer.result, 'task');
  const description = memoryOf(draft).described?.find((one) => one.call === answer.id)?.description;
  const id = textAt(task, 'id') || (/^Task #(\S+) created/.exec(answer.text)?.[1] ?? '');
  const text = textAt(task, 'subject') || subject;
  const { todos, todosLeftOut } = draft.state;
  if (text === '' || todos.some((todo) => id !== '' && todo.id === id) || todosLeftOut?.ids.includes(id)) return;
  draft.changeTodos([...todos, { ...defined({ id: id || undefined, description }), text, status: 'pending' }]);
}

/** What a `TaskUpdate` changes; one that names no known task has failed. */
export function updateTask(draft: SessionDraft, input: JsonObject): void {
  const id = textAt(input, 'taskId') || textAt(input, 'task_id') || textAt(input, 'id');
  const status = textAt(input, 'status');
  if (status === 'completed' || status === 'deleted') draft.closeLeftOut(id);
  const others = draft.state.todos.filter((todo) => todo.id !== id);
  if (id === '' || others.length === draft.state.todos.length) return;
  if (status === 'deleted') draft.changeTodos(others);
  else draft.changeTodos(draft.state.todos.map((todo) => (todo.id === id ? changed(todo, input) : todo)));
}

/** A task as the client writes it, in a reminder or in a file of its own. */
export function readTask(task: JsonObject): Todo {
  const given = (name: string) => textAt(task, name) || undefined;
  const known = defined({ id: given('id'), description: given('description'), owner: given('owner') });
  return { ...known, text: textAt(task, 'subject'), status: statusOf(task) };
}

function changed(todo: Todo, input: JsonObject): Todo {
  const status = textAt(input, 'status');
  return {
    ...todo,
    ...defined({
      description: textAt(input, 'description') || undefined,
      owner: textAt(input, 'owner') || undefined,
    }),
    text: textAt(input, 'subject') || todo.text,
    status: isStatus(status) ? status : todo.status,
  };
}

function statusOf(todo: JsonObject): Todo['status'] {
  const status = textAt(todo, 'status');
  return isStatus(status) ? status : 'pending';
}

function isStatus(status: string): status is Todo['status'] {
  return STATUSES.includes(status);
}
