import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolatedEnv } from '../../test/support/fixed-world.ts';

export const PROGRAM = fileURLToPath(new URL('../../dist/git-checkpoint.cjs', import.meta.url));

/** A repository to be ill-treated, driven by the built program. */
export interface Victim {
  readonly root: string;
  readonly env: Record<string, string>;
}

/** Makes a repository with a commit and an uncommitted change. */
export function makeVictim(folder?: string): Victim {
  const home = folder ?? realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-reliability-')));
  const victim = { root: join(home, 'repo'), env: isolatedEnv(home) };
  mkdirSync(victim.root);
  git(victim, 'init', '--quiet', '--initial-branch=main');
  for (const name of ['a', 'b', 'dir/c']) write(victim, name, `${name}\n`);
  git(victim, 'add', '-A');
  git(victim, 'commit', '--quiet', '-m', 'base');
  return victim;
}

export function write({ root }: Victim, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

export function tryGit({ root, env }: Victim, ...args: string[]): SpawnSyncReturns<string> {
  return spawnSync('git', args, { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 28 });
}

export function git(victim: Victim, ...args: string[]): string {
  const run = tryGit(victim, ...args);
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`);
  return run.stdout.trimEnd();
}

/** Runs the program to its end; 60 seconds without one count as hanging. */
export function checkpoint({ root, env }: Victim, args: readonly string[], input = ''): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [PROGRAM, ...args], { cwd: root, env, encoding: 'utf8', input, timeout: 60_000 });
}

/** Runs the program beside this one; answers its exit code, or the signal that ended it. */
export function startCheckpoint({ root, env }: Victim, args: readonly string[], killAfter?: number): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: root, env, stdio: 'ignore', detached: true });
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  const timer = killAfter === undefined ? undefined : setTimeout(kill, killAfter);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve(signal ?? String(code));
    });
  });
}

/** Numbers of checkpoints of which not everything can be read, and of those without a note. */
export function findBroken(victim: Victim): { readonly unreadable: string[]; readonly withoutNote: string[] } {
  const refs = git(victim, 'for-each-ref', '--format=%(refname)', 'refs/checkpoints').split('\n').filter(Boolean);
  const all = tryGit(victim, 'rev-list', '--objects', '--quiet', ...refs);
  const unreadable =
    all.status === 0 ? [] : refs.filter((ref) => tryGit(victim, 'rev-list', '--objects', '--quiet', ref).status !== 0);
  const noted = new Set(
    tryGit(victim, 'notes', '--ref=checkpoints', 'list')
      .stdout.split('\n')
      .map((line) => line.split(' ')[1]),
  );
  const commits = git(victim, 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/checkpoints')
    .split('\n')
    .filter(Boolean);
  const withoutNote = commits
    .map((line) => line.split(' '))
    .filter(([oid]) => !noted.has(oid))
    .map(([, ref]) => ref ?? '');
  return { unreadable, withoutNote };
}
