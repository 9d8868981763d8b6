import type { ConversationFormat } from '../conversation-format.ts';
import { isObject, type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';

export const openCodeConversation: ConversationFormat = { stored, shared: withoutReasoning };

/** What a session is called. Not its permissions: nobody's words may widen what an agent may do. */
const HEAD = ['id', 'slug', 'directory', 'title', 'version'];

/** The client's own snapshots of files, by which it would undo what another session did. */
const SNAPSHOTS: ReadonlySet<string> = new Set(['snapshot', 'patch']);

/** Without what changes at each turn: the sums of the session, and what the client measures of a prompt later. */
function stored(record: JsonObject): JsonObject | undefined {
  const type = textAt(record, 'type');
  const info = objectAt(record, 'info');
  if (type === 'session') return { type, client: record['client'], info: headOf(info) };
  return type === 'message' ? { type, info: withoutDiffs(info), parts: partsOf(record) } : undefined;
}

function headOf(info: JsonObject): JsonObject {
  const kept = HEAD.filter((name) => name in info).map((name) => [name, info[name]]);
  return { ...Object.fromEntries(kept), time: { created: objectAt(info, 'time')['created'] } };
}

/** Of an answer the same field says that it sums the conversation up. */
function withoutDiffs(info: JsonObject): JsonObject {
  if (!isObject(info['summary'])) return info;
  const { summary: _, ...rest } = info;
  return rest;
}

function partsOf(message: JsonObject): readonly JsonObject[] {
  const parts = objectsAt(message, 'parts').filter((part) => !SNAPSHOTS.has(textAt(part, 'type')));
  return parts.map(({ snapshot: _, ...part }) => part);
}

/** Also without what the model's provider put beside other parts: signatures, and reasoning that only it can read. */
function withoutReasoning(record: JsonObject): JsonObject {
  if (record['type'] !== 'message') return record;
  const said = objectsAt(record, 'parts').filter((part) => part['type'] !== 'reasoning');
  return { ...record, parts: said.map(({ metadata: _, ...part }) => part) };
}
