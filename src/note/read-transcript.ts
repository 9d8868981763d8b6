import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { findTranscript } from '../agents/find-transcript.ts';
import { isMark } from '../agents/mark.ts';
import { defined } from '../core/defined.ts';
import { describeError } from '../core/failure.ts';
import type { Session } from '../core/session.ts';
import { findMark, saveMark } from '../local/transcript-marks.ts';
import type { Repository } from '../open/repository.ts';

/** Which session a save belongs to; everything may be left to be found. */
export interface SessionSource {
  readonly transcript?: string;
  readonly agent?: string;
  readonly id?: string;
}

export interface TranscriptReading {
  readonly session?: Session;
  /** Why there is none although one was named or found. */
  readonly warning?: string;
}

// Of a session that nobody named, only one that is still warm can be the one at work.
const WARM_MS = 24 * 3_600_000;

/** Reads the transcript of the session at work, from where the last save stopped. A transcript never stops a save. */
export async function readTranscript(repository: Repository, source: SessionSource): Promise<TranscriptReading> {
  try {
    const found = await locate(repository, source);
    if (found === undefined) return {};
    // Loaded only now: a save by hand mostly finds none.
    const { readSession } = await import('../agents/read-session.ts');
    const { place } = repository.engine;
    const mark = findMark(place, found.path);
    const { session, mark: next } = await readSession(
      defined({ ...found, resumeFrom: isMark(mark) ? mark : undefined }),
    );
    saveMark(place, found.path, next);
    return { session };
  } catch (error) {
    return { warning: `The transcript could not be read: ${describeError(error)}` };
  }
}

async function locate(
  { engine, world }: Repository,
  source: SessionSource,
): Promise<{ readonly path: string; readonly agent?: string } | undefined> {
  const agent = source.agent === undefined ? {} : { agent: source.agent };
  if (source.transcript !== undefined) return { path: resolve(world.cwd, source.transcript), ...agent };
  const found = await findTranscript(
    defined({
      ...agent,
      sessionId: source.id,
      cwd: world.cwd,
      root: engine.place.root,
      env: world.env,
      home: world.env['HOME'] ?? homedir(),
    }),
  );
  if (found === undefined) return undefined;
  const asked = source.id !== undefined || source.agent !== undefined;
  return asked || world.now().getTime() - found.modified < WARM_MS ? found : undefined;
}
