import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { type JsonObject, textAt } from '../json-value.ts';
import type { RecordRewriter, SessionSite, SessionWriter } from '../session-writer.ts';
import { isPrompt } from './conversation.ts';
import { sessionFolder } from './find-transcript.ts';

const FORMAT = 3;

/** Pi takes up a session by `pi --session ID`. Its records name the version of their format, and none of the client. */
export const piWriter: SessionWriter = {
  agent: 'pi',
  tried: '1.5.0',
  knows: (version) => version === undefined,
  pathFor,
  rewriter,
};

async function pathFor(id: string, site: SessionSite): Promise<string> {
  const time = site.now.toISOString().replace(/[:.]/g, '-');
  return join(sessionFolder(realpathSync.native(site.cwd), site), `${time}_${id}.jsonl`);
}

/** The same entries under a new header. What hung on the vendor's prompt hangs on the entry before it. */
function rewriter(id: string, site: SessionSite): RecordRewriter {
  const moved = new Map<string, unknown>();
  const parentOf = (record: JsonObject) => {
    const { parentId } = record;
    return typeof parentId === 'string' && moved.has(parentId) ? moved.get(parentId) : parentId;
  };
  return (record) => {
    if (textAt(record, 'type') === 'session') return header(record, id, site);
    const parentId = parentOf(record);
    if (!isPrompt(record)) return { ...record, parentId };
    moved.set(textAt(record, 'id'), parentId);
    return undefined;
  };
}

function header(record: JsonObject, id: string, site: SessionSite): JsonObject {
  if (record['version'] !== FORMAT)
    throw new Failure('no', `the conversation has format ${String(record['version'])} of Pi, which is not known`, {
      hint: `Sessions of format ${FORMAT} can be recreated.`,
    });
  const { parentSession: _, ...rest } = record;
  return { ...rest, id, timestamp: site.now.toISOString(), cwd: site.cwd };
}
