import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The built program; another build is named by the environment. */
const PROGRAM =
  process.env['GIT_CHECKPOINT_PROGRAM'] ?? fileURLToPath(new URL('../../dist/git-checkpoint.cjs', import.meta.url));

export interface Clone {
  readonly name: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs git in a directory; a failure is the script's own. */
export function git(place: Pick<Clone, 'root' | 'env'>, ...args: string[]): string {
  const run = spawnSync('git', args, { cwd: place.root, env: place.env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`git ${args.join(' ')} in ${place.root}: ${run.stderr}`);
  return run.stdout.trimEnd();
}

export interface Ran {
  readonly killed: boolean;
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `git checkpoint` in a process group of its own, and kills the whole group after so many milliseconds when asked to. */
export function runCheckpoint(clone: Clone, args: readonly string[], killAfter?: number): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: clone.root,
      env: clone.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr, killed] = ['', '', false];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('error', reject);
    const kill = async () => {
      await sleep(killAfter);
      if (child.exitCode !== null || child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
        killed = true;
      } catch {
        // It ended by itself in this very moment.
      }
    };
    if (killAfter !== undefined) void kill();
    child.on('close', (status) => resolve({ killed, status, stdout, stderr }));
  });
}

/** The numbers and commits that a repository has. */
export function checkpointsIn(place: Pick<Clone, 'root' | 'env'>): Map<number, string> {
  const lines = git(place, 'for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/checkpoints/');
  const pairs = lines.split('\n').filter((line) => line !== '');
  return new Map(pairs.map((line) => [Number(line.split(' ')[0]), line.split(' ')[1] ?? '']));
}
