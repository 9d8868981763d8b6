import { defined } from '../../core/defined.ts';
import type { Subagent, Todo, ToolCall } from '../../core/session.ts';
import { boundTodos } from '../bound-todos.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, keptTodo } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { readTodos } from './tasks.ts';
import { blocksText } from './tool-answer.ts';
import { readToolCall } from './tool-call.ts';

const MAX_EDITED = 200;
const MAX_LISTED = 30;
const MAX_READ = 40;
const MAX_RAN = 4;
const MAX_COMMAND = 300;
const MAX_SAID = 1200;

/**
 * Takes a subagent's record in the main file, as old versions wrote them: only the files that it edits, and its task
 * list. Records of parallel subagents are mixed, so both go to the newest that has not reported yet.
 */
export function reduceSidechain(draft: SessionDraft, record: JsonObject): void {
  const edited = editedPaths(record);
  const todos = listedTodos(record);
  const subagent = draft.state.subagents.findLast((one) => one.result === undefined);
  if (subagent === undefined) return;
  if (todos !== undefined) subagent.todos = todos;
  if (edited.length > 0) subagent.edited = [...new Set([...(subagent.edited ?? []), ...edited])].slice(0, MAX_EDITED);
}

/** What a subagent does, as newer versions show it while it runs. */
export function noteProgress(draft: SessionDraft, record: JsonObject): void {
  const subagent = draft.subagentOf(textAt(record, 'parentToolUseID'));
  const step = objectAt(objectAt(record, 'data'), 'message');
  if (subagent === undefined || textAt(step, 'type') !== 'assistant') return;
  Object.assign(subagent, addWork(subagent, [step]));
}

type Work = Pick<Subagent, 'edited' | 'todos' | 'read' | 'ran' | 'said'>;

/** What its records add to what is known of a subagent's work. */
export function addWork(known: Work, records: readonly JsonObject[]): Work {
  const calls = records.flatMap(callsIn);
  const ofKind = (action: ToolCall['action']) => calls.filter((call) => call.action === action);
  const together = (before: readonly string[] | undefined, more: readonly string[]) => {
    const all = [...new Set([...(before ?? []), ...more])];
    return all.length === 0 ? undefined : all;
  };
  const pathsOf = (action: ToolCall['action']) => ofKind(action).flatMap(({ paths }) => paths);
  return defined({
    edited: together(known.edited, pathsOf('edit'))?.slice(0, MAX_EDITED),
    todos: records.map(listedTodos).findLast((todos) => todos !== undefined) ?? known.todos,
    read: together(known.read, pathsOf('read'))?.slice(0, MAX_READ),
    ran: together(
      known.ran,
      ofKind('command').map(({ command = '' }) => keptText(command, MAX_COMMAND)),
    )?.slice(-MAX_RAN),
    said: records.map(saidIn).findLast((text) => text !== '') ?? known.said,
  });
}

function saidIn(record: JsonObject): string {
  if (record['type'] !== 'assistant') return '';
  const blocks = objectsAt(objectAt(record, 'message'), 'content').filter((block) => block['type'] === 'text');
  return keptText(blocksText(blocks), MAX_SAID);
}

/** The task list that an assistant record puts in place of the last. */
function listedTodos(record: JsonObject): readonly Todo[] | undefined {
  const call = objectsAt(objectAt(record, 'message'), 'content').findLast(
    (block) => textAt(block, 'name') === 'TodoWrite',
  );
  return (
    call &&
    boundTodos(readTodos(objectAt(call, 'input')))
      .kept.slice(0, MAX_LISTED)
      .map(keptTodo)
  );
}

/** The files that an assistant record sets out to edit. */
function editedPaths(record: JsonObject): readonly string[] {
  return callsIn(record)
    .filter((call) => call.action === 'edit')
    .flatMap(({ paths }) => paths);
}

/** What an assistant record sets out to do. */
function callsIn(record: JsonObject): ToolCall[] {
  return objectsAt(objectAt(record, 'message'), 'content')
    .filter((block) => block['type'] === 'tool_use')
    .map((block) => readToolCall(textAt(block, 'name'), objectAt(block, 'input')));
}
