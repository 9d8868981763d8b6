import { join } from 'node:path';
import { mapTexts } from '../../core/map-texts.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { RecordRewriter, SessionSite, SessionWriter } from '../session-writer.ts';
import { abandonSession, adoptSession } from './client-store.ts';
import { compactedSession } from './compacted.ts';
import { transcriptFolder } from './find-transcript.ts';
import { idRenamer, newSessionId } from './ids.ts';
import type { OpenCodeName } from './names.ts';

function writerFor(agent: OpenCodeName, tried: string): SessionWriter {
  const major = tried.split('.')[0];
  return {
    agent,
    tried,
    // The client checks what it imports, and what it then has is read back.
    knows: (version) => version?.split('.')[0] === major,
    newId: ({ now }) => newSessionId(now),
    pathFor: async (id, site) => join(transcriptFolder(agent, site), `${id}.jsonl`),
    rewriter,
    compacted: compactedSession,
    adopt: (session, site) => adoptSession(agent, session, site),
    abandon: (id, site) => abandonSession(agent, id, site),
  };
}

/** OpenCode takes up a session by `opencode --session ID` when it was imported into its database. */
export const openCodeWriter = writerFor('opencode', '1.18.33');
export const kiloWriter = writerFor('kilo', '7.7.9');

/** The same messages and parts under ids of their own. */
function rewriter(id: string, site: SessionSite): RecordRewriter {
  const names = new Map<string, string>();
  const rename = idRenamer();
  return (record) => {
    const info = objectAt(record, 'info');
    if (record['type'] === 'session') return { ...record, info: head(info, id, site) };
    const parts = objectsAt(record, 'parts');
    for (const before of [info, ...parts].map((one) => textAt(one, 'id'))) names.set(before, rename(before));
    const renamed = (value: JsonObject) => mapTexts(value, (text) => names.get(text) ?? text);
    const message = renamed({ ...info, sessionID: id });
    const belongs = { sessionID: id, messageID: message['id'] };
    return { ...record, info: message, parts: parts.map((part) => ({ ...renamed(part), ...belongs })) };
  };
}

function head(info: JsonObject, id: string, { cwd, now }: SessionSite): JsonObject {
  const slug = textAt(info, 'slug') || id;
  const title = textAt(info, 'title') || `New session - ${now.toISOString()}`;
  const created = objectAt(info, 'time')['created'] ?? now.getTime();
  return { ...info, id, slug, title, directory: cwd, projectID: '', time: { created, updated: now.getTime() } };
}
