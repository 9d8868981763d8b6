import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';

/** One move of a ref, as its log tells it. */
interface RefMove {
  readonly time: Date;
  /** `commit: subject`, `reset: moving to HEAD`, `checkout: moving from main to topic` and the like. */
  readonly message: string;
}

/** Enough for hundreds of moves; a log may be far longer. */
const TAIL_BYTES = 65_536;

/** The last moves of HEAD, of the stash or of a branch, newest first; none where there is no log, or none in a file. */
export function readReflog({ gitDir, commonDir }: RepositoryPaths, ref: string): RefMove[] {
  const text = tailOf(join(ref === 'HEAD' ? gitDir : commonDir, 'logs', ref));
  return text
    .split('\n')
    .flatMap((line) => {
      const [, seconds, message = ''] = /> (\d+) [+-]\d{4}\t(.*)$/.exec(line) ?? [];
      return seconds === undefined ? [] : [{ time: new Date(Number(seconds) * 1000), message }];
    })
    .reverse();
}

function tailOf(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // Logs may be switched off, kept in another form, or not ours to read; they are a help, never the truth.
    return '';
  }
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    return tail.subarray(0, readSync(file, tail, 0, tail.length, size - tail.length)).toString();
  } finally {
    closeSync(file);
  }
}

/** The branch from which a branch was made, as far as the logs tell. */
export function branchOrigin(place: RepositoryPaths, branch: string): string | undefined {
  const created = readReflog(place, `refs/heads/${branch}`).at(-1)?.message ?? '';
  const named = /^branch: Created from (?:refs\/heads\/)?(.+)$/.exec(created)?.[1];
  if (named !== undefined && named !== 'HEAD') return named;
  const moves = readReflog(place, 'HEAD').map(({ message }) => /^checkout: moving from (\S+) to (\S+)$/.exec(message));
  return moves.findLast((move) => move?.[2] === branch)?.[1];
}
