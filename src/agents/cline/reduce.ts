import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { SessionDraft } from '../session-draft.ts';
import { countUnknown } from '../unknown-kinds.ts';
import { takeMessage } from './message.ts';

/** Takes the whole document of a session. A compaction leaves no trace in it. */
export function reduceCline(draft: SessionDraft, record: JsonObject): boolean {
  if (!Array.isArray(record['messages'])) return false;
  const { head } = draft.state;
  head.id = textAt(record, 'sessionId') || head.id;
  const version = textAt(objectAt(record, 'origin'), 'version');
  if (version !== '') head.agentVersion = version;
  for (const message of objectsAt(record, 'messages')) {
    if (!takeMessage(draft, message)) countUnknown(draft.state.counts, { type: `role ${textAt(message, 'role')}` });
  }
  return true;
}
