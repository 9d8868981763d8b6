import type { Todo } from '../../core/session.ts';
import { type JsonObject, textAt } from '../json-value.ts';

const STATES: Readonly<Record<string, Todo['status']>> = {
  in_progress: 'in_progress',
  done: 'completed',
  completed: 'completed',
};

export function readTodos(items: readonly JsonObject[]): Todo[] {
  return items.map((item) => ({ text: textAt(item, 'title'), status: STATES[textAt(item, 'status')] ?? 'pending' }));
}
