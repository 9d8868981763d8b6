import type { ConversationFormat } from '../conversation-format.ts';
import { type JsonObject, listAt, objectAt, objectsAt, textAt } from '../json-value.ts';

export const geminiConversation: ConversationFormat = { stored, shared: withoutThoughts };

/** Without the message in which the client tells the model where it runs: it makes that anew. */
function stored(record: JsonObject): JsonObject {
  const update = objectAt(record, '$set');
  const messages = objectsAt(update, 'messages');
  if (!messages.some(isSetUp)) return record;
  return { ...record, $set: { ...update, messages: messages.filter((message) => !isSetUp(message)) } };
}

function isSetUp(message: JsonObject): boolean {
  const [part] = listAt(message, 'content');
  const text = typeof part === 'object' && part !== null ? textAt(part as JsonObject, 'text') : '';
  return message['type'] === 'user' && text.startsWith('<session_context>');
}

function withoutThoughts(record: JsonObject): JsonObject {
  const { thoughts, ...rest } = record;
  return thoughts === undefined ? record : { ...rest, thoughts: [] };
}
