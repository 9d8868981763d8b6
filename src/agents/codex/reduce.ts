import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { reduceEvent } from './event.ts';
import { memoryOf } from './memory.ts';
import { reduceItem } from './response-item.ts';

const PASSED_OVER: ReadonlySet<string> = new Set([
  'world_state',
  'token_usage_record',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'security_risk_score',
  'state',
]);

/** Takes one line of a rollout. */
export function reduceCodex(draft: SessionDraft, record: JsonObject): boolean {
  const [type, time, payload] = [textAt(record, 'type'), textAt(record, 'timestamp'), objectAt(record, 'payload')];
  draft.noteTime(time);
  if (type === 'response_item') return reduceItem(draft, payload, time);
  if (type === 'event_msg') return reduceEvent(draft, payload, time);
  if (type === 'session_meta') takeMeta(draft, payload);
  else if (type === 'turn_context') takeContext(draft, payload);
  else if (type === 'compacted') takeCompaction(draft, payload);
  else return PASSED_OVER.has(type);
  return true;
}

/** A fork opens with its own head and then its parent's, whose history follows. */
function takeMeta(draft: SessionDraft, meta: JsonObject): void {
  const memory = memoryOf(draft);
  if (memory.named === true) return;
  memory.named = true;
  const { head } = draft.state;
  const [cwd, version] = [textAt(meta, 'cwd'), textAt(meta, 'cli_version')];
  const branch = textAt(objectAt(meta, 'git'), 'branch');
  head.id = textAt(meta, 'id');
  const subagent = subagentOf(meta);
  if (subagent !== '') head.subagent = keptText(subagent, LIMITS.description);
  head.started = textAt(meta, 'timestamp') || head.started || '';
  if (cwd !== '') head.cwd = cwd;
  if (version !== '') head.agentVersion = version;
  if (branch !== '') head.branch = branch;
}

/** Who it is and for which session it works; empty for a session of the user's. */
function subagentOf(meta: JsonObject): string {
  const source = objectAt(objectAt(meta, 'source'), 'subagent');
  const spawned = objectAt(source, 'thread_spawn');
  const name = textAt(spawned, 'agent_path') || textAt(spawned, 'agent_nickname') || textAt(source, 'other');
  const parent = textAt(meta, 'parent_thread_id') || textAt(spawned, 'parent_thread_id');
  if (Object.keys(source).length === 0) return '';
  return ['the subagent', name, parent === '' ? '' : `of session ${parent}`].filter(Boolean).join(' ');
}

function takeContext(draft: SessionDraft, context: JsonObject): void {
  const [model, cwd] = [textAt(context, 'model'), textAt(context, 'cwd')];
  if (model !== '') draft.state.head.model = model;
  if (cwd !== '') draft.state.head.cwd ??= cwd;
}

function takeCompaction(draft: SessionDraft, payload: JsonObject): void {
  const summary = textAt(payload, 'message');
  if (summary !== '') draft.addCompaction(summary);
}
