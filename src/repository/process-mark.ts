import { startOf } from '../git/process-start.ts';
import { isAlive } from '../git/scratch.ts';

/** A process of this machine, told apart from a later one with the same number. */
export interface ProcessMark {
  readonly pid: number;
  /** When it began, as the kernel counts; `?` where nobody tells. */
  readonly start: string;
}

export function markProcess(pid: number): ProcessMark {
  return { pid, start: startOf(pid) };
}

export function isSameProcess(one: ProcessMark, other: ProcessMark): boolean {
  return one.pid === other.pid && one.start === other.start;
}

/** Whether the marked process still runs. */
export function isRunning(mark: ProcessMark): boolean {
  return isAlive(mark.pid) && (mark.start === '?' || startOf(mark.pid) === mark.start);
}
