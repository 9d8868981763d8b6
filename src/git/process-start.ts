import { readFileSync } from 'node:fs';

/** When a process began, as the kernel counts; tells two processes with one number apart. */
export function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[19] ?? '?';
  } catch {
    // No /proc on this platform: the process number alone must do.
    return '?';
  }
}
