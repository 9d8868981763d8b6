import { accessSync, constants } from 'node:fs';

/** Whether the system lets this user write here, disk space apart. */
export function canBeWritten(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
