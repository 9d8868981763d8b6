import { renameSync } from 'node:fs';

/** On Windows a virus scanner or an index of the system opens what was just written, and neither file can be moved while it does. */
const PASSING: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const MAX_WAITS = 12;

/** Moves a file to its place, in one step. */
export function moveFile(from: string | Buffer, to: string | Buffer): void {
  if (process.platform !== 'win32') renameSync(from, to);
  else whileHeld(() => renameSync(from, to));
}

/** Tries again, for up to two seconds, what somebody else's hold on a file keeps from happening. */
export function whileHeld(act: () => void): void {
  for (let waits = 0; ; waits += 1) {
    try {
      act();
      return;
    } catch (error) {
      if (!PASSING.has((error as NodeJS.ErrnoException).code) || waits >= MAX_WAITS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(250, 2 ** waits));
    }
  }
}
