import type { ConversationFormat } from '../conversation-format.ts';
import { type JsonObject, textAt } from '../json-value.ts';
import { withoutThoughts } from '../without-thoughts.ts';
import { OWN_RECORDS } from './reduce.ts';

export const qwenConversation: ConversationFormat = { stored, shared: withoutThoughts };

function stored(record: JsonObject): JsonObject | undefined {
  return record['type'] === 'system' && OWN_RECORDS.has(textAt(record, 'subtype')) ? undefined : record;
}
