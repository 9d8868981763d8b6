import type { Todo } from '../core/session.ts';

/** Open tasks that had no room on a list. Those with an id are known again when they come to their end. */
export interface LeftOut {
  readonly count: number;
  readonly ids: readonly string[];
}

export const MAX_TODOS = 200;
const MAX_IDS = 5000;

/** A list in its order, bounded: what is open before what is done, and what is open and had no room. */
export function boundTodos(todos: readonly Todo[]): { readonly kept: Todo[]; readonly leftOut: LeftOut } {
  const open = todos.filter((todo) => todo.status !== 'completed');
  const done = todos.filter((todo) => todo.status === 'completed');
  const roomForDone = Math.max(0, MAX_TODOS - open.length);
  const chosen = new Set([...open.slice(0, MAX_TODOS), ...done.slice(Math.max(0, done.length - roomForDone))]);
  const left = open.slice(MAX_TODOS);
  const ids = left.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return { kept: todos.filter((todo) => chosen.has(todo)), leftOut: { count: left.length, ids } };
}

export function addLeftOut(one: LeftOut | undefined, other: LeftOut): LeftOut {
  if (one === undefined) return other;
  return { count: one.count + other.count, ids: [...one.ids, ...other.ids].slice(0, MAX_IDS) };
}

/** Without those that are known by now. */
export function withoutKnown({ count, ids }: LeftOut, known: (id: string) => boolean): LeftOut {
  const rest = ids.filter((id) => !known(id));
  return { count: Math.max(0, count - (ids.length - rest.length)), ids: rest };
}
