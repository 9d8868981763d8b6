import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import type { RecordEnds, RecordRewriter, SessionSite, SessionWriter, WrittenSession } from '../session-writer.ts';
import { clineSessions } from './folders.ts';

/** Cline takes up a session by `cline --id ID` on a terminal; its database is not asked where the files are there. */
export const clineWriter: SessionWriter = {
  agent: 'cline',
  tried: '3.0.65',
  knows: (version) => version !== undefined && /^3\.0\.\d+$/.test(version),
  newId: ({ now }) => `${now.getTime()}_${randomBytes(5).toString('hex').slice(0, 5)}`,
  pathFor: async (id, site) => join(clineSessions(site), id, `${id}.messages.json`),
  companions: (session, site, ends) => [
    { path: join(dirname(session.path), `${session.id}.json`), text: JSON.stringify(manifest(session, site, ends)) },
  ],
  rewriter,
  document,
};

function rewriter(id: string): RecordRewriter {
  return (record) => {
    if (record['type'] !== 'session') return record;
    const info = objectAt(record, 'info');
    return { ...record, info: { ...info, sessionId: id, origin: { ...objectAt(info, 'origin'), sessionId: id } } };
  };
}

/** As the client writes it: the head, and all messages in it. */
function document(records: readonly JsonObject[], { now }: SessionSite): JsonObject {
  const { version, agent, sessionId, origin } = objectAt(records[0] ?? {}, 'info');
  const messages = records.slice(1).map((record) => record['message']);
  return { version, updated_at: now.toISOString(), agent, sessionId, origin, messages };
}

/** What lies beside the messages of a session that has ended. */
function manifest({ id, path }: WrittenSession, { cwd, now }: SessionSite, { last }: RecordEnds): JsonObject {
  const model = objectAt(objectAt(last, 'message'), 'modelInfo');
  return {
    version: 1,
    session_id: id,
    source: 'cli',
    pid: process.pid,
    started_at: now.toISOString(),
    ended_at: now.toISOString(),
    exit_code: 0,
    status: 'completed',
    interactive: true,
    provider: textAt(model, 'provider'),
    model: textAt(model, 'id'),
    cwd,
    workspace_root: cwd,
    enable_tools: true,
    enable_spawn: true,
    enable_teams: true,
    messages_path: path,
  };
}
