import type { ConversationFormat } from '../conversation-format.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import { OWN_RECORDS } from './reduce.ts';

export const qwenConversation: ConversationFormat = { stored, shared: withoutThoughts };

function stored(record: JsonObject): JsonObject | undefined {
  return record['type'] === 'system' && OWN_RECORDS.has(textAt(record, 'subtype')) ? undefined : record;
}

function withoutThoughts(record: JsonObject): JsonObject {
  const message = objectAt(record, 'message');
  const parts = objectsAt(message, 'parts');
  if (!parts.some((part) => part['thought'] === true)) return record;
  return { ...record, message: { ...message, parts: parts.filter((part) => part['thought'] !== true) } };
}
