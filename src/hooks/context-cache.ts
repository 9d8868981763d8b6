import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { replaceFile } from '../local/replace-file.ts';
import { makeOwnFolder } from '../local/scratch.ts';
import { sweepOlderThan } from './sweep.ts';

/** How full a session's context is, as the agent itself told its status line. */
export interface ToldContext {
  readonly percent: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A status line is drawn after every answer; an older word is about another state. */
const TRUE_FOR_MS = 15 * 60_000;
const SWEPT_AFTER_MS = 86_400_000;

export function writeToldContext(place: RepositoryPaths, session: string, told: ToldContext): void {
  makeOwnFolder(folderOf(place));
  sweepOlderThan(folderOf(place), SWEPT_AFTER_MS);
  replaceFile(pathOf(place, session), JSON.stringify(told));
}

export function readToldContext(place: RepositoryPaths, session: string, now: Date): ToldContext | undefined {
  try {
    const told: ToldContext = JSON.parse(readFileSync(pathOf(place, session), 'utf8'));
    const usable = typeof told.percent === 'number' && now.getTime() - told.at < TRUE_FOR_MS;
    return usable ? told : undefined;
  } catch {
    // Absent without our status line, torn when it is being drawn: the transcript tells then.
    return undefined;
  }
}

function folderOf(place: RepositoryPaths): string {
  return join(place.gitDir, 'git-checkpoint', 'context');
}

function pathOf(place: RepositoryPaths, session: string): string {
  return join(folderOf(place), createHash('sha256').update(session).digest('hex').slice(0, 32));
}
