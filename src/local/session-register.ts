import { rmSync, writeFileSync } from 'node:fs';
import { hashedPath, localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { listOwnFolder, makeOwnFolder } from './own-folder.ts';
import { ageOf, isAbandoned, stateOf } from './owner.ts';
import { draftIn, removeScratch, sweepDeadFiles } from './scratch.ts';
import type { SessionRecord } from './session-record.ts';

export type RegisterPaths = PathsTo<'sessions'>;

/** What names a record. */
type SessionName = Pick<SessionRecord, 'agent' | 'key'>;

const MAX_FILES = 200;
const FORGOTTEN_AFTER_MS = 7 * 86_400_000;

/** A record that is absent, torn or of another shape is undefined: it is a help, never the truth. */
export function findSession(place: RegisterPaths, name: SessionName): SessionRecord | undefined {
  return readRecord(pathOf(place, name));
}

export function writeSession(place: RegisterPaths, record: SessionRecord): void {
  const files = record.files.slice(0, MAX_FILES);
  writeOwnFile(pathOf(place, record), `${JSON.stringify({ ...record, files })}\n`);
}

/** Changes the record of a session that has not ended; answers false when there is none. */
export function updateOpenSession(place: RegisterPaths, name: SessionName, changed: Partial<SessionRecord>): boolean {
  const record = findSession(place, name);
  if (record?.open !== true) return false;
  writeSession(place, { ...record, ...changed });
  return true;
}

export function removeSession(place: RegisterPaths, name: SessionName): void {
  rmSync(pathOf(place, name), { force: true });
}

interface RecordedSessions {
  readonly sessions: readonly SessionRecord[];
  /** Paths of records that cannot be read. */
  readonly unreadable: readonly string[];
}

/** Every session of the repository, in all its worktrees, the oldest first. */
export function listSessions(place: RegisterPaths): RecordedSessions {
  const paths = recordPaths(place);
  const records = paths.map(readRecord);
  return {
    sessions: records
      .filter((record) => record !== undefined)
      .sort((one, other) => (one.started < other.started ? -1 : 1)),
    unreadable: paths.filter((_, at) => records[at] === undefined),
  };
}

/** Whether a session has not ended, and its process is seen to run. */
export function isAlive(session: SessionRecord | undefined): boolean {
  return session?.open === true && stateOf(session.process) === 'alive';
}

/** The sessions that began, never ended, and cannot end any more. */
export function listCrashed(place: RegisterPaths, now: Date): RecordedSessions {
  const { sessions, unreadable } = listSessions(place);
  return { sessions: sessions.filter((record) => record.open && isGone(record, now)), unreadable };
}

/** Removes records that nobody has touched for a week, except of crashed sessions, and what killed processes half wrote. */
export function forgetOldSessions(place: RegisterPaths, now: Date): void {
  sweepDeadFiles(localPath(place, 'sessions'), now);
  for (const path of recordPaths(place)) {
    if (ageOf(path, now) > FORGOTTEN_AFTER_MS && readRecord(path)?.open !== true) rmSync(path, { force: true });
  }
}

/** More than a save frees again at its end: what had no room before it ended has none afterwards. */
const PROBE_BYTES = 65_536;

/** Fails as writing a record would: on a full disk, for one. */
export function probeRegister(place: RegisterPaths): void {
  const folder = localPath(place, 'sessions');
  makeOwnFolder(folder);
  const draft = draftIn(folder);
  try {
    writeFileSync(draft, Buffer.alloc(PROBE_BYTES));
  } finally {
    removeScratch(draft);
  }
}

const UNKNOWN_SILENCE_MS = 24 * 3_600_000;
const MIN_SILENCE_MS = 600_000;

function isGone({ beatEvery, process, seen }: SessionRecord, now: Date): boolean {
  const patience = beatEvery === undefined ? UNKNOWN_SILENCE_MS : Math.max(MIN_SILENCE_MS, 3 * beatEvery);
  return isAbandoned(process, now.getTime() - Date.parse(seen), patience);
}

function recordPaths(place: RegisterPaths): string[] {
  return listOwnFolder(localPath(place, 'sessions')).filter((path) => path.endsWith('.json'));
}

/** Ids come from other programs: only a plain one becomes a file's name as it is. */
function pathOf(place: RegisterPaths, { agent, key }: SessionName): string {
  const name = `${agent}.${key}`;
  const plain = /^[\w-][\w.-]{0,150}$/.test(name);
  return plain ? localPath(place, 'sessions', `${name}.json`) : hashedPath(place, 'sessions', name);
}

function readRecord(path: string): SessionRecord | undefined {
  try {
    const record: SessionRecord = JSON.parse(readOwnFile(path) ?? '');
    const texts = [record.key, record.agent, record.id, record.worktree, record.started, record.seen];
    return texts.every((text) => typeof text === 'string') && Array.isArray(record.files) ? record : undefined;
  } catch {
    return undefined;
  }
}
