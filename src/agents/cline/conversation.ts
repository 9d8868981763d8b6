import type { ConversationFormat } from '../conversation-format.ts';
import { isObject, type JsonObject, listAt, objectAt, objectsAt, textAt } from '../json-value.ts';

export const clineConversation: ConversationFormat = { records, stored, shared: withoutReasoning };

/** Its head and each message. The time of the last change would make a new head of it at every turn. */
function records(document: JsonObject): readonly JsonObject[] {
  const { version, agent, sessionId, origin } = document;
  const messages = objectsAt(document, 'messages').map((message) => ({ type: 'message', message }));
  return [{ type: 'session', client: 'cline', info: { version, agent, sessionId, origin } }, ...messages];
}

/** Without the vendor's prompt. */
function stored(record: JsonObject): JsonObject | undefined {
  if (record['type'] === 'session') return record;
  const isSaid = record['type'] === 'message' && textAt(objectAt(record, 'message'), 'role') !== 'system';
  return isSaid ? record : undefined;
}

/** Where providers put what only they can read, beside words and calls. */
const SEALED = ['signature', 'thoughtSignature', 'reasoning_details'];

function withoutReasoning(record: JsonObject): JsonObject {
  const message = objectAt(record, 'message');
  if (!Array.isArray(message['content'])) return record;
  const said = listAt(message, 'content').filter((block) => !isObject(block) || !isReasoning(block));
  return { ...record, message: { ...message, content: said.map(unsealed) } };
}

function isReasoning(block: JsonObject): boolean {
  return /thinking|reasoning/.test(textAt(block, 'type'));
}

function unsealed(block: unknown): unknown {
  if (!isObject(block)) return block;
  return Object.fromEntries(Object.entries(block).filter(([key]) => !SEALED.includes(key)));
}
