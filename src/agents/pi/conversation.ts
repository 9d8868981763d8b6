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

/** Also without what the provider sealed beside words and calls. */
function withoutThinking(record: JsonObject): JsonObject {
  const message = objectAt(record, 'message');
  if (!Array.isArray(message['content'])) return record;
  const said = listAt(message, 'content').filter((block) => !isObject(block) || block['type'] !== 'thinking');
  return { ...record, message: { ...message, content: said.map(unsealed) } };
}

function unsealed(block: unknown): unknown {
  if (!isObject(block)) return block;
  return Object.fromEntries(Object.entries(block).filter(([key]) => !/^(?:text|thought)Signature$/.test(key)));
}
