import { join } from 'node:path';
import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import type { RecordRewriter, SessionSite, SessionWriter } from '../session-writer.ts';
import { copilotFolder } from './find-transcript.ts';

/** Copilot CLI takes up a session by `copilot --resume ID`. */
export const copilotWriter: SessionWriter = {
  agent: 'copilot-cli',
  tried: '1.0.102',
  knows: (version) => version !== undefined && /^1\.0\.\d+$/.test(version),
  pathFor,
  rewriter,
};

async function pathFor(id: string, site: SessionSite): Promise<string> {
  return join(copilotFolder(site), 'session-state', id, 'events.jsonl');
}

/** Each record names the one before it; those that were not stored leave gaps, which are closed. */
function rewriter(id: string, site: SessionSite): RecordRewriter {
  let before: string | null = null;
  return (record) => {
    const parentId = before;
    before = textAt(record, 'id');
    return { ...withSession(record, id, site), parentId };
  };
}

function withSession(record: JsonObject, id: string, { cwd }: SessionSite): JsonObject {
  const type = textAt(record, 'type');
  const data = objectAt(record, 'data');
  if (type !== 'session.start' && type !== 'session.resume') return record;
  const context = { ...objectAt(data, 'context'), cwd, gitRoot: cwd };
  return { ...record, data: { ...data, ...('sessionId' in data ? { sessionId: id } : {}), context } };
}
