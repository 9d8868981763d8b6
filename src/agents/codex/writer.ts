import { join } from 'node:path';
import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import type { RecordEnds, RecordRewriter, SessionSite, SessionWriter } from '../session-writer.ts';
import { codexHome } from './find-transcript.ts';

/** Codex takes up a session by `codex resume ID`, wherever it began; its database is filled from the rollout. */
export const codexWriter: SessionWriter = {
  agent: 'codex',
  tried: '0.166.0',
  knows: (version) => version !== undefined && /^0\.16\d\.\d+$/.test(version),
  pathFor,
  sidesAreSessions: true,
  rewriter,
  compacted,
};

async function pathFor(id: string, site: SessionSite): Promise<string> {
  const [date = '', time = ''] = site.now.toISOString().slice(0, 19).split('T');
  const name = `rollout-${date}T${time.replaceAll(':', '-')}-${id}.jsonl`;
  return join(codexHome(site), 'sessions', ...date.split('-'), name);
}

/** A rollout that was forked has its parent's head as a second one, which stays. */
function rewriter(id: string, site: SessionSite): RecordRewriter {
  let named = false;
  return (record) => {
    const type = textAt(record, 'type');
    if (type === 'turn_context') return withPayload(record, { cwd: site.cwd });
    if (type !== 'session_meta' || named) return record;
    named = true;
    const payload = objectAt(record, 'payload');
    return withPayload(record, {
      id,
      cwd: site.cwd,
      // A subagent has the id of the session that it belongs to.
      ...('session_id' in payload && payload['session_id'] === payload['id'] ? { session_id: id } : {}),
      ...('runtime_workspace_roots' in payload ? { runtime_workspace_roots: [site.cwd] } : {}),
    });
  };
}

/** The head of the rollout, and the history that takes the place of all before it. */
function compacted({ first }: RecordEnds, summary: string, now: Date): JsonObject[] {
  const history = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: summary }] }];
  const payload = { message: summary, replacement_history: history };
  // Newer rollouts count their records.
  const counted = typeof first['ordinal'] === 'number' ? { ordinal: first['ordinal'] + 1 } : {};
  return [first, { timestamp: now.toISOString(), ...counted, type: 'compacted', payload }];
}

function withPayload(record: JsonObject, changed: JsonObject): JsonObject {
  return { ...record, payload: { ...objectAt(record, 'payload'), ...changed } };
}
