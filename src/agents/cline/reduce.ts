import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { SessionDraft } from '../session-draft.ts';
import { countUnknown } from '../unknown-kinds.ts';
import { takeMessage } from './message.ts';

/** Takes the whole document of a session, or one record of it as a checkpoint has them. A compaction leaves no trace in it. */
export function reduceCline(draft: SessionDraft, record: JsonObject): boolean {
  if (record['type'] === 'session') return takeHead(draft, objectAt(record, 'info'));
  if (record['type'] === 'message') return takeOne(draft, objectAt(record, 'message'));
  if (!Array.isArray(record['messages'])) return false;
  takeHead(draft, record);
  for (const message of objectsAt(record, 'messages')) takeOne(draft, message);
  return true;
}

function takeHead(draft: SessionDraft, record: JsonObject): boolean {
  const { head } = draft.state;
  head.id = textAt(record, 'sessionId') || head.id;
  const version = textAt(objectAt(record, 'origin'), 'version');
  if (version !== '') head.agentVersion = version;
  return true;
}

function takeOne(draft: SessionDraft, message: JsonObject): boolean {
  if (!takeMessage(draft, message)) countUnknown(draft.state.counts, { type: `role ${textAt(message, 'role')}` });
  return true;
}
