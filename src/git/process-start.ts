import { readFileSync } from 'node:fs';

/** When a process began, as the kernel counts; tells two processes with one number apart. `dead` when it waits to be buried. */
export function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return 'ZX'.includes(fields[0] ?? '?') ? 'dead' : (fields[19] ?? '?');
  } catch {
    // No /proc on this platform: the process number alone must do.
    return '?';
  }
}
