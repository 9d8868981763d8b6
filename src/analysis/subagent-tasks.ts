import type { Subagent, Todo } from '../core/session.ts';
import { BOUNDS } from './bounds.ts';
import { isSameWork } from './same-work.ts';
import { cutWords } from './sentences.ts';
import type { Item, SessionView } from './session-view.ts';

/** The subagents with a task list that had not reported when the session stopped: whoever goes on takes their work up. */
function listedSubagents({ session, turns }: SessionView): readonly Subagent[] {
  const last = turns.at(-1);
  if (last === undefined || last.finished) return [];
  const started = last.calls.filter(({ call }) => call.action === 'agent').length;
  const running = session.subagents.slice(session.subagents.length - started);
  return running.filter(({ result, todos = [] }) => result === undefined && todos.length > 0);
}

/** What their lists say. */
export function subagentTasks(view: SessionView): Item[] {
  return listedSubagents(view)
    .flatMap(told)
    .map((text) => ({ text, from: { by: 'tasks' } }));
}

/** Whether a task is on the list of one of them: what its own list says of it is newer. */
export function isWithSubagent(view: SessionView, { text }: Todo): boolean {
  return listedSubagents(view).some(({ todos = [] }) => todos.some((todo) => isSameWork(text, todo.text)));
}

function told({ description, todos = [] }: Subagent): string[] {
  const doing = todos.filter(({ status }) => status === 'in_progress');
  const pending = todos.filter(({ status }) => status === 'pending');
  const done = todos.filter(({ status }) => status === 'completed');
  const whose = `the subagent “${cutWords(description, MAX_DESCRIPTION)}”`;
  const list = (words: string, some: readonly Todo[]) =>
    some.length === 0 ? [] : [`${words}: ${namesOf(some, BOUNDS.next_actions.length - words.length)}`];
  return [
    ...list(`Go on where ${whose} was, which has not reported`, doing),
    ...list(`Still open on the list of ${whose}`, pending),
    ...list(`Done by the list of ${whose}`, done),
  ];
}

function namesOf(todos: readonly Todo[], room: number): string {
  const each = Math.floor(room / todos.length) - 2;
  return todos.map(({ text }) => cutWords(text, each)).join('; ');
}

const MAX_DESCRIPTION = 60;
