import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { isAbsence } from './read-if-there.ts';

/** The text of a file with rules. Like git, one that is a symbolic link is not followed: it could point out of the working tree. */
export function readNoFollow(path: string | Buffer): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (isAbsence(error) || (error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
    throw error;
  }
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  } finally {
    closeSync(file);
  }
}
