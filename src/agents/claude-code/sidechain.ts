import type { Todo } from '../../core/session.ts';
import { boundTodos } from '../bound-todos.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, keptTodo, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { readTodos } from './tasks.ts';
import { readToolCall } from './tool-call.ts';

const MAX_EDITED = 50;
const MAX_LISTED = 30;

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

/** The task list that an assistant record puts in place of the last. */
export function listedTodos(record: JsonObject): readonly Todo[] | undefined {
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
export function editedPaths(record: JsonObject): readonly string[] {
  return objectsAt(objectAt(record, 'message'), 'content')
    .filter((block) => block['type'] === 'tool_use')
    .map((block) => readToolCall(textAt(block, 'name'), objectAt(block, 'input')))
    .filter((call) => call.action === 'edit')
    .flatMap((call) => call.paths.map((path) => keptText(path, LIMITS.path)));
}
