import { readFileSync, statSync } from 'node:fs';

/** A file's bytes; undefined when nothing is there. */
export function readIfThere(path: string | Buffer): Buffer | undefined {
  try {
    // Asked first because an exception costs twenty times as much, and absence is the usual answer.
    return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Whether a file system call failed because nothing is at that path. A folder where a file is asked for counts. */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}
