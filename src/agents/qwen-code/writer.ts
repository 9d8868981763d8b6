import { join } from 'node:path';
import { textAt } from '../json-value.ts';
import type { RecordRewriter, SessionSite, SessionWriter } from '../session-writer.ts';
import { chatsOf } from './find-transcript.ts';

/** Qwen Code takes up a session by `qwen --resume ID` in its directory. */
export const qwenWriter: SessionWriter = {
  agent: 'qwen-code',
  tried: '0.24.4',
  knows: (version) => version !== undefined && /^0\.24\.\d+/.test(version),
  pathFor: async (id, site) => join(chatsOf(site.cwd, site), `${id}.jsonl`),
  rewriter,
};

/** Each record names the one before it; those that were not stored leave gaps, which are closed. */
function rewriter(id: string, { cwd }: SessionSite): RecordRewriter {
  let before: string | null = null;
  return (record) => {
    const parentUuid = before;
    before = textAt(record, 'uuid');
    return { ...record, parentUuid, sessionId: id, cwd };
  };
}
