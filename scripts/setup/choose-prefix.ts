import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What goes below a prefix: the command, the program, its manual page. */
const FOLDERS = ['bin', 'lib', 'share/man/man1'];

/** The first prefix below which everything may be written. */
export function choosePrefix(candidates: readonly string[], otherwise: string): string {
  return candidates.find((prefix) => FOLDERS.every((folder) => mayWrite(join(prefix, folder)))) ?? otherwise;
}

/** Whether a folder, or the nearest one above it that exists, takes new files. */
function mayWrite(folder: string): boolean {
  if (!existsSync(folder)) return folder !== dirname(folder) && mayWrite(dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
