import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { localPath } from '../../local/files.ts';
import { MAX_STATUS_AGE_MS } from '../engine.ts';
import { gcRuns } from '../gc-running.ts';
import { findNearby } from '../nearby.ts';
import { type GitRun, gitEnv, type RunOptions, readOutput, spawnGit } from './run.ts';

/** Where the launcher leaves it for the program, which is another file with modules of its own. */
const KEY = Symbol.for('git-checkpoint.early-status');

interface EarlyStatus {
  readonly root: string;
  readonly started: number;
  readonly run: Promise<GitRun>;
}

const shared = globalThis as { [KEY]?: EarlyStatus | undefined };

export const statusArguments = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=none',
] as const;

/**
 * Starts `git status` for a save before the program is loaded, which takes 15 to 20 ms and then goes on beside it. Left to the
 * program where the repository is not where git would look for it, and where a restore or gc has to end first.
 */
export function startStatus(cwd: string, env: RunOptions['env']): void {
  const elsewhere = env['GIT_DIR'] ?? env['GIT_WORK_TREE'] ?? env['GIT_CHECKPOINT_ENGINE'];
  if (elsewhere !== undefined) return;
  const place = findNearby(cwd, { env });
  // Those two are refused, and looking through them takes long.
  if (place === undefined || place.root === homedir() || place.root === '/') return;
  if (existsSync(localPath(place, 'restore.json')) || gcRuns(place)) return;
  const options = { cwd: place.root, env: gitEnv({ env }) };
  const child = spawnGit(statusArguments, options);
  const run = readOutput(child, options);
  // A save that was refused does not leave it at work.
  process.once('exit', () => child.kill());
  run.catch(() => undefined);
  shared[KEY] = { root: place.root, started: performance.now(), run };
}

/** What git said to the launcher, once; undefined where it was not asked, or something else, or too long ago. */
export async function takeStatus({ cwd, env }: RunOptions): Promise<Buffer | undefined> {
  const early = shared[KEY];
  shared[KEY] = undefined;
  if (early === undefined || early.root !== cwd || env['GIT_DIR'] !== undefined) return undefined;
  // A save that waited, for standard input for instance, asks again.
  if (performance.now() - early.started > MAX_STATUS_AGE_MS) return undefined;
  const { code, stdout } = await early.run.catch(() => ({ code: 128, stdout: Buffer.alloc(0) }));
  return code === 0 ? stdout : undefined;
}
