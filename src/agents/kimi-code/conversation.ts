import type { ConversationFormat } from '../conversation-format.ts';
import { isObject, type JsonObject, listAt, objectAt, textAt } from '../json-value.ts';

/** Measurements, accounts and states that the client makes anew, and events that repeat what other records say. */
const MADE_ANEW = /^(?:agent\.|llm\.|usage\.|file_history\.)/;

export const kimiConversation: ConversationFormat = { stored, shared };

/** Without what the client puts beside what was said. The system prompt stays: the client goes on with the one that it finds here. */
function stored(record: JsonObject): JsonObject | undefined {
  const type = textAt(record, 'type');
  if (MADE_ANEW.test(type)) return undefined;
  if (type !== 'context.append_message') return record;
  return textAt(objectAt(objectAt(record, 'message'), 'origin'), 'kind') === 'injection' ? undefined : record;
}

/** Without hidden reasoning and the vendor's texts. */
function shared(record: JsonObject): JsonObject | undefined {
  if (textAt(record, 'type') === 'profile.bind') return { ...record, systemPrompt: '' };
  if (isThought(objectAt(objectAt(record, 'event'), 'part'))) return undefined;
  const message = objectAt(record, 'message');
  const parts = listAt(message, 'content');
  if (!parts.some(isThought)) return record;
  return { ...record, message: { ...message, content: parts.filter((part) => !isThought(part)) } };
}

function isThought(part: unknown): boolean {
  return isObject(part) && textAt(part, 'type').startsWith('think');
}
