import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** How long a git has to take its locks away before it is killed. */
const TIDY_UP_MS = 2000;

/** Gives up what is under way in this process: ends the programs that it started, and those that they started, such as filters. */
export function endWork(): void {
  const children = descendantsOf(process.pid, listProcesses());
  for (const pid of children) end(pid, 'SIGTERM');
  setTimeout(() => {
    for (const pid of children) end(pid, 'SIGKILL');
  }, TIDY_UP_MS).unref();
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile, or is another user's.
  }
}

interface Process {
  readonly pid: number;
  readonly parent: number;
}

function descendantsOf(pid: number, all: readonly Process[]): number[] {
  const children = all.filter(({ parent }) => parent === pid).map((child) => child.pid);
  return [...children, ...children.flatMap((child) => descendantsOf(child, all))];
}

/** Where neither /proc nor `ps` tells, none are known: what hangs is then left to itself. */
function listProcesses(): Process[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []));
  } catch {
    // This platform has no /proc.
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const rows = (stdout ?? '')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    return rows.flatMap(([pid, parent]) => (pid === undefined || parent === undefined ? [] : [{ pid, parent }]));
  }
}

function statOf(pid: number): Process[] {
  try {
    const parent = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1];
    return [{ pid, parent: Number(parent) }];
  } catch {
    // It ended meanwhile.
    return [];
  }
}
