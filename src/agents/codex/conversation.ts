import type { ConversationFormat } from '../conversation-format.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import { codexSideTranscripts } from './side-transcripts.ts';

/** Measurements and states that the client makes anew. */
const MADE_ANEW: ReadonlySet<string> = new Set(['world_state', 'token_usage_record', 'security_risk_score', 'state']);

export const codexConversation: ConversationFormat = {
  stored,
  shared: withoutReasoning,
  sideTranscripts: codexSideTranscripts,
};

/** What the client tells the model about itself and the machine. It does so anew where the state that it compares with is not there. */
const SET_UP =
  /^<(?:environment_context|permissions instructions|skills_instructions|apps_instructions|plugins_instructions|collaboration_mode)\b/;

/** Without the vendor's instructions, which the client brings itself. */
function stored(record: JsonObject): JsonObject | undefined {
  const type = textAt(record, 'type');
  if (MADE_ANEW.has(type)) return undefined;
  if (type === 'response_item') return withoutSetUp(record);
  if (type !== 'session_meta') return record;
  const payload = objectAt(record, 'payload');
  if (!('base_instructions' in payload)) return record;
  const { base_instructions: _, ...rest } = payload;
  return { ...record, payload: rest };
}

/** Clients that number their records also keep a state. Older ones need what they said at the beginning. */
function withoutSetUp(record: JsonObject): JsonObject | undefined {
  const payload = objectAt(record, 'payload');
  const parts = objectsAt(payload, 'content');
  if (!('ordinal' in record) || !['developer', 'user'].includes(textAt(payload, 'role'))) return record;
  const said = parts.filter((part) => !SET_UP.test(textAt(part, 'text')));
  if (said.length === parts.length) return record;
  return said.length === 0 ? undefined : { ...record, payload: { ...payload, content: said } };
}

const HIDDEN: ReadonlySet<string> = new Set(['reasoning', 'compaction', 'context_compaction', 'Reasoning']);

/** Also within the history that a compaction left. */
function withoutReasoning(record: JsonObject): JsonObject | undefined {
  const payload = objectAt(record, 'payload');
  if (isHidden(payload) || isHidden(objectAt(payload, 'item'))) return undefined;
  if (!('replacement_history' in payload)) return record;
  const history = objectsAt(payload, 'replacement_history').filter((item) => !isHidden(item));
  return { ...record, payload: { ...payload, replacement_history: history } };
}

function isHidden(item: JsonObject): boolean {
  const type = textAt(item, 'type');
  return 'encrypted_content' in item || HIDDEN.has(type) || type.startsWith('agent_reasoning');
}
