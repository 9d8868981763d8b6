import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from './files.ts';
import { writeOwnFile } from './own-file.ts';
import { listOwnFolder, makeOwnFolder } from './own-folder.ts';
import type { Owner } from './owner.ts';
import { draftIn, removeScratch, sweepDeadFiles } from './scratch.ts';

/**
 * What is known of an agent's session between its events: one small file per session and worktree. A record without `ended` whose
 * process is gone is a session that crashed.
 */
export interface SessionRecord {
  readonly agent: string;
  readonly id: string;
  /** The session that went on here: before /clear, or before a fork. */
  readonly previousId?: string;
  readonly transcript?: string;
  /** The agent's own process, where it could be found out. */
  readonly process?: Owner;
  /** ISO times. */
  readonly started: string;
  readonly seen: string;
  readonly ended?: string;
  /** Why it ended, in the agent's word. */
  readonly reason?: string;
  /** Prompts that were seen. */
  readonly prompts: number;
  /** The newest checkpoint that the automation made for it. */
  readonly saved?: SavedByHook;
  /** The context is above the threshold, and that was saved. */
  readonly crossed?: boolean;
  /** When a compaction was announced last. */
  readonly announced?: string;
  /** The last save before a compaction that came to an end, and why it failed if it did. */
  readonly compaction?: { readonly job: string; readonly failed?: string };
  /** The text for the next session could not be handed over yet; it is due at the next prompt. */
  readonly owed?: boolean;
}

/** What a hook saved, for the line that tells it. */
export interface SavedByHook {
  readonly number: number;
  readonly summary: string;
  readonly trigger: string;
  readonly pending: boolean;
  readonly at: string;
  /** Against the checkpoint before, when there was one; else against HEAD. */
  readonly since?: number;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

const FORGOTTEN_AFTER = 7 * 86_400_000;
/** More than a save frees again at its end: what had no room before it ended has none afterwards. */
const TRIAL_BYTES = 65_536;

export function readSessionRecord(place: RepositoryPaths, agent: string, id: string): SessionRecord | undefined {
  return readRecord(join(folderOf(place), fileName(agent, id)));
}

/** All sessions of this worktree, the one seen last first. */
export function readSessionRecords(place: RepositoryPaths): SessionRecord[] {
  const records = namesIn(folderOf(place)).map((name) => readRecord(join(folderOf(place), name)));
  return records.filter((record) => record !== undefined).sort((one, other) => (one.seen < other.seen ? 1 : -1));
}

export function writeSessionRecord(place: RepositoryPaths, record: SessionRecord): void {
  writeOwnFile(localPath(place, 'sessions', fileName(record.agent, record.id)), `${JSON.stringify(record)}\n`);
}

/** Fails as writing a record would: on a full disk, for one. */
export function tryToRecord(place: RepositoryPaths): void {
  const folder = folderOf(place);
  makeOwnFolder(folder);
  const draft = draftIn(folder);
  try {
    writeFileSync(draft, Buffer.alloc(TRIAL_BYTES));
  } finally {
    removeScratch(draft);
  }
}

/** Removes records that nobody has touched for a week, and what killed processes half wrote: every start looks through them. */
export function forgetOldSessions(place: RepositoryPaths, now: Date): void {
  sweepDeadFiles(folderOf(place));
  for (const name of namesIn(folderOf(place))) {
    const path = join(folderOf(place), name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && now.getTime() - found.mtimeMs > FORGOTTEN_AFTER) rmSync(path, { force: true });
  }
}

function folderOf(place: RepositoryPaths): string {
  return localPath(place, 'sessions');
}

/** An id comes from outside: it may name a file only when it is harmless. */
function fileName(agent: string, id: string): string {
  const safe = /^[A-Za-z0-9_-]{1,100}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 40);
  return `${agent}.${safe}.json`;
}

function namesIn(folder: string): string[] {
  return listOwnFolder(folder).filter((name) => name.endsWith('.json'));
}

/** A record that is gone, torn or of another shape counts as absent: it is a help, never the truth. */
function readRecord(path: string): SessionRecord | undefined {
  try {
    const record: SessionRecord = JSON.parse(readFileSync(path, 'utf8'));
    const whole = [record.agent, record.id, record.started, record.seen].every((field) => typeof field === 'string');
    return whole && typeof record.prompts === 'number' ? record : undefined;
  } catch {
    return undefined;
  }
}
