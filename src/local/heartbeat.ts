import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from './files.ts';
import { writeOwnFile } from './own-file.ts';
import { makeOwnFolder } from './own-folder.ts';
import { isAbandoned, type Owner, ownerOf, thisProcess } from './owner.ts';
import { sweepDeadFiles } from './scratch.ts';

/** A session that began here and has not ended, as its last sign of life told. */
export interface LiveSession {
  /** Names the record; the session's id unless several processes may share that. */
  readonly key: string;
  readonly id: string;
  /** `claude-code`, `codex` …; the command's name for a watched one. */
  readonly agent: string;
  readonly host: string;
  /** The process whose death ends the session; absent when it is not known. */
  readonly process?: Owner;
  readonly worktree: string;
  /** Empty on a detached HEAD. */
  readonly branch: string;
  readonly started: string;
  readonly beat: string;
  /** The longest silence, in milliseconds, that a living session keeps; absent when it may be silent as long as its user. */
  readonly beatEvery?: number;
  /** Its newest checkpoint. */
  readonly checkpoint?: number;
  /** Files that it modified, at most 200. */
  readonly files: readonly string[];
  readonly transcript?: string;
}

export interface NewSession {
  readonly id: string;
  readonly agent: string;
  readonly branch: string;
  readonly key?: string;
  readonly pid?: number;
  readonly beatEvery?: number;
  readonly transcript?: string;
}

export type SessionNews = Partial<Pick<LiveSession, 'branch' | 'checkpoint' | 'files'>>;

/** Where sessions are recorded and which worktree they work in: an engine's `place`. */
export type SessionPlace = Pick<RepositoryPaths, 'commonDir' | 'root'>;

const MOST_FILES = 200;

/** Records that a session began. One that died under the same key is overwritten: recover it before. */
export function beginSession(place: SessionPlace, session: NewSession, now: Date): LiveSession {
  const { pid, ...facts } = session;
  const live: LiveSession = {
    ...facts,
    key: session.key ?? session.id,
    host: thisProcess().host,
    ...(pid === undefined ? {} : { process: ownerOf(pid) }),
    worktree: place.root,
    started: now.toISOString(),
    beat: now.toISOString(),
    files: [],
  };
  makeOwnFolder(directoryOf(place));
  sweepDeadFiles(directoryOf(place));
  write(place, live);
  return live;
}

/** Records a sign of life and what is new; answers false when no such session is recorded. */
export function beat(
  place: SessionPlace,
  key: string,
  told: { readonly now: Date; readonly news?: SessionNews },
): boolean {
  const live = read(recordOf(place, key));
  if (live === undefined) return false;
  const files = (told.news?.files ?? live.files).slice(0, MOST_FILES);
  write(place, { ...live, ...told.news, files, beat: told.now.toISOString() });
  return true;
}

/** The session ended in peace, or was recovered: nothing is left to tell. */
export function endSession(place: SessionPlace, key: string): void {
  rmSync(recordOf(place, key), { force: true });
}

export interface RecordedSessions {
  readonly sessions: readonly LiveSession[];
  /** Paths of records that cannot be read. */
  readonly unreadable: readonly string[];
}

/** Every session that is recorded in the repository, in all its worktrees, oldest first. */
export function listSessions(place: SessionPlace): RecordedSessions {
  const paths = recordNames(place).map((name) => join(directoryOf(place), name));
  const sessions = paths.map(read);
  return {
    sessions: sessions
      .filter((live) => live !== undefined)
      .sort((one, other) => (one.started < other.started ? -1 : 1)),
    unreadable: paths.filter((_, at) => sessions[at] === undefined),
  };
}

/** The sessions that began, never ended, and cannot end any more. */
export function listUnended(place: SessionPlace, now: Date): RecordedSessions {
  const { sessions, unreadable } = listSessions(place);
  return { sessions: sessions.filter((live) => isGone(live, now)), unreadable };
}

const UNKNOWN_SILENCE_MS = 24 * 3_600_000;
const LEAST_SILENCE_MS = 600_000;

function isGone(live: LiveSession, now: Date): boolean {
  const patience = live.beatEvery === undefined ? UNKNOWN_SILENCE_MS : Math.max(LEAST_SILENCE_MS, 3 * live.beatEvery);
  const owner = live.process && { ...live.process, host: live.host };
  return isAbandoned(owner, now.getTime() - Date.parse(live.beat), patience);
}

function directoryOf(place: SessionPlace): string {
  return localPath(place, 'sessions-live');
}

function recordNames(place: SessionPlace): string[] {
  try {
    return readdirSync(directoryOf(place)).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Ids come from other programs: only a plain one becomes a file's name as it is. */
function recordOf(place: SessionPlace, key: string): string {
  const plain = /^[\w-][\w.-]{0,99}$/.test(key);
  return join(directoryOf(place), `${plain ? key : createHash('sha256').update(key).digest('hex')}.json`);
}

function write(place: SessionPlace, live: LiveSession): void {
  writeOwnFile(recordOf(place, live.key), `${JSON.stringify(live)}\n`);
}

/** A record that is whole; undefined when it is absent or damaged. */
function read(path: string): LiveSession | undefined {
  try {
    const live = JSON.parse(readFileSync(path, 'utf8'));
    const texts = [live.key, live.id, live.agent, live.host, live.worktree, live.branch, live.started, live.beat];
    return texts.every((text) => typeof text === 'string') && Array.isArray(live.files) ? live : undefined;
  } catch {
    return undefined;
  }
}
