import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from '../local/files.ts';
import { writeOwnFile } from '../local/own-file.ts';
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
  sweepOlderThan(localPath(place, 'context'), SWEPT_AFTER_MS);
  writeOwnFile(pathOf(place, session), JSON.stringify(told));
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

function pathOf(place: RepositoryPaths, session: string): string {
  return localPath(place, 'context', createHash('sha256').update(session).digest('hex').slice(0, 32));
}
