import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { type JsonObject, textAt } from '../json-value.ts';
import type { RecordEnds, RecordRewriter, SessionSite, SessionWriter } from '../session-writer.ts';
import { isKept } from './conversation.ts';
import { configDirectory, MAX_SLUG_LENGTH, slugOf } from './find-transcript.ts';

/** Claude Code takes up a session by `claude --resume ID` in the directory that the transcript's folder is named after. */
export const claudeWriter: SessionWriter = {
  agent: 'claude-code',
  tried: '2.1.325',
  knows: (version) => version !== undefined && /^2\.1\.\d+$/.test(version),
  pathFor,
  sidePathFor: (transcript, name) => join(transcript.replace(/\.jsonl$/, ''), 'subagents', `${name}.jsonl`),
  rewriter,
  compacted,
};

async function pathFor(id: string, site: SessionSite): Promise<string> {
  const projects = join(configDirectory(site), 'projects');
  const named = site.env['CLAUDE_CONFIG_DIR'] ? site.env['CLAUDE_CODE_PROJECT_DIR_NAME'] : undefined;
  const slug = named ?? slugOf(realpathSync.native(site.cwd));
  if (slug.length > MAX_SLUG_LENGTH) {
    throw new Failure('no', `the path ${site.cwd} is too long: Claude Code shortens it in a way that is not known`);
  }
  return join(projects, slug, `${id}.jsonl`);
}

/** The same records under the new id and directory. What hung on a record that is not stored hangs on the one before it. */
function rewriter(id: string, site: SessionSite): RecordRewriter {
  const links = new Map<string, string | null>();
  let last: string | null = null;
  const resolve = (uuid: unknown): string | null => {
    if (typeof uuid !== 'string') return null;
    const known = links.get(uuid);
    return known === undefined ? last : known;
  };
  return (record) => {
    const parent = resolve(record['parentUuid']);
    const uuid = textAt(record, 'uuid');
    const kept = isKept(record);
    if (uuid !== '') links.set(uuid, kept ? uuid : parent);
    if (!kept) return undefined;
    const changed = withIds(record, { id, cwd: site.cwd, parent, resolve });
    if (uuid !== '') last = uuid;
    return changed;
  };
}

/** The record that marks a compaction, and the summary behind it. */
function compacted({ first }: RecordEnds, summary: string, now: Date): JsonObject[] {
  const { version, gitBranch } = first;
  const [boundary, uuid] = [randomUUID(), randomUUID()];
  const common = {
    isSidechain: false,
    userType: 'external',
    cwd: '',
    timestamp: now.toISOString(),
    version,
    gitBranch,
  };
  return [
    {
      ...common,
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      isMeta: false,
      compactMetadata: { trigger: 'manual' },
      parentUuid: null,
      uuid: boundary,
    },
    {
      ...common,
      type: 'user',
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      message: { role: 'user', content: summary },
      parentUuid: boundary,
      uuid,
    },
  ];
}

function withIds(
  record: JsonObject,
  to: { id: string; cwd: string; parent: string | null; resolve: (uuid: unknown) => string | null },
): JsonObject {
  const { id, cwd, parent, resolve } = to;
  // What was permitted in one session is not permitted in another.
  const { permissionMode: _permitted, ...rest } = record;
  return {
    ...rest,
    sessionId: id,
    ...('session_id' in record ? { session_id: id } : {}),
    ...('cwd' in record ? { cwd } : {}),
    ...('parentUuid' in record ? { parentUuid: parent } : {}),
    ...('logicalParentUuid' in record ? { logicalParentUuid: resolve(record['logicalParentUuid']) } : {}),
    ...('leafUuid' in record ? { leafUuid: resolve(record['leafUuid']) } : {}),
  };
}
