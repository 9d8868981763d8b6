import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A start that nobody tells. */
export const UNKNOWN_START = '?';

/** Of a process that ended and that its parent has not asked about yet. */
export const DEAD = 'dead';

/**
 * When a process began: on Linux as the kernel counts, elsewhere in seconds since 1970 as `ps` tells them. Windows does not tell, and of
 * a process that is gone nobody does.
 */
export function startOf(pid: number, platform: NodeJS.Platform = process.platform): string {
  try {
    if (platform === 'win32') return UNKNOWN_START;
    return platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    // No such process, or none that this user may see.
    return UNKNOWN_START;
  }
}

/** The same of this process, which need not ask another program. */
export function ownStart(platform: NodeJS.Platform = process.platform): string {
  return ['linux', 'win32'].includes(platform)
    ? startOf(process.pid, platform)
    : String(Math.round(performance.timeOrigin / 1000));
}

/** `ps` counts whole seconds, and Node a moment after the kernel. */
const MAX_APART_S = 2;

/** Whether two starts may be those of one process. Where one is not known, the number of the process alone decides. */
export function isSameStart(one: string, other: string, platform: NodeJS.Platform = process.platform): boolean {
  if (one === other || one === UNKNOWN_START || other === UNKNOWN_START) return true;
  return platform !== 'linux' && Math.abs(Number(one) - Number(other)) <= MAX_APART_S;
}

function fromProc(pid: number): string {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
  return 'ZX'.includes(fields[0] ?? '?') ? DEAD : (fields[19] ?? UNKNOWN_START);
}

function fromPs(pid: number): string {
  const line = execFileSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  if (/^[ZX]/.test(line)) return DEAD;
  const seconds = Date.parse(line.replace(/^\S+\s+/, '')) / 1000;
  return Number.isNaN(seconds) ? UNKNOWN_START : String(seconds);
}
