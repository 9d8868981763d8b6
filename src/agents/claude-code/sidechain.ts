import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { readToolCall } from './tool-call.ts';

const MAX_EDITED = 50;

/**
 * Takes a subagent's record in the main file, as old versions wrote them: only the files that it edits. Records of
 * parallel subagents are mixed, so a file goes to the newest that has not reported yet.
 */
export function reduceSidechain(draft: SessionDraft, record: JsonObject): void {
  const edited = editedPaths(record);
  const subagent = draft.state.subagents.findLast((one) => one.result === undefined);
  if (subagent === undefined || edited.length === 0) return;
  subagent.edited = [...new Set([...(subagent.edited ?? []), ...edited])].slice(0, MAX_EDITED);
}

/** The files that an assistant record sets out to edit. */
export function editedPaths(record: JsonObject): readonly string[] {
  return objectsAt(objectAt(record, 'message'), 'content')
    .filter((block) => block['type'] === 'tool_use')
    .map((block) => readToolCall(textAt(block, 'name'), objectAt(block, 'input')))
    .filter((call) => call.action === 'edit')
    .flatMap((call) => call.paths.map((path) => keptText(path, LIMITS.path)));
}
