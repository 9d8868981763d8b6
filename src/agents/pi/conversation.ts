import type { ConversationFormat } from '../conversation-format.ts';
import { isObject, type JsonObject, listAt, objectAt, textAt } from '../json-value.ts';

export const piConversation: ConversationFormat = { stored, shared: withoutThinking };

/** Without the vendor's prompt and tool schemas, which the client brings itself. Its entry stays, for others hang on it. */
function stored(record: JsonObject): JsonObject {
  const { systemMessage, ...rest } = record;
  const kept = systemMessage === undefined ? record : rest;
  if (!isPrompt(record)) return kept;
  return { ...kept, message: { role: 'system' } };
}

/** Whether an entry is the vendor's prompt, or a change of it. */
export function isPrompt(record: JsonObject): boolean {
  return textAt(objectAt(record, 'message'), 'role') === 'system';
}

function withoutThinking(record: JsonObject): JsonObject {
  const message = objectAt(record, 'message');
  const blocks = listAt(message, 'content');
  const said = blocks.filter((block) => !isObject(block) || block['type'] !== 'thinking');
  return said.length === blocks.length ? record : { ...record, message: { ...message, content: said } };
}
