import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLI, checkpoint } from './run-cli.ts';
import type { TestRepo } from './with-repo.ts';

/** What recover said after a kill, beside what plain git and the editor's own diary say. */
export interface KilledRound {
  readonly found: {
    readonly session: string;
    readonly branch: string;
    readonly checkpoint: number | null;
    readonly newer: boolean;
  }[];
  readonly truth: { readonly newest: number; readonly newer: boolean };
  /** Milliseconds of work between the newest checkpoint and the kill. */
  readonly lost: number;
  /** Whether `recover --save` then saved exactly what was there, and left nothing to recover. */
  readonly savedExactly: boolean;
  readonly leftOver: number;
}

// Edits, adds and removes files without a pause, and writes down outside of the repository what it did when.
const EDITOR = `
const fs = require('node:fs');
const diary = fs.openSync(process.argv[2], 'a');
let n = 0;
setInterval(() => {
  n += 1;
  // Never half written: a checkpoint that has it tells exactly how far the work had come.
  fs.writeFileSync(process.argv[2] + '.counter', process.argv[2] + ' ' + n);
  fs.renameSync(process.argv[2] + '.counter', 'counter.txt');
  fs.writeFileSync('file-' + (n % 7) + '.txt', 'line\\n'.repeat(n % 50));
  if (n % 5 === 0) fs.rmSync('file-' + ((n + 3) % 7) + '.txt', { force: true });
  fs.writeSync(diary, n + ' ' + Date.now() + '\\n');
}, 20);
`;

/** Watches an editor at short intervals, kills everything after a while, and recovers. */
export async function killRound(
  repo: TestRepo,
  round: { readonly session: string; readonly interval: string; readonly after: number },
): Promise<KilledRound> {
  const diary = join(repo.home, `${round.session}.diary`);
  const editor = join(repo.home, 'editor.cjs');
  writeFileSync(editor, EDITOR);
  const args = [
    'watch',
    '--session',
    round.session,
    '--interval',
    round.interval,
    '--',
    process.execPath,
    editor,
    diary,
  ];
  // A group of its own, so that the kill takes the editor and every git along, as a machine that dies does.
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: repo.root,
    env: repo.env,
    detached: true,
    stdio: 'ignore',
  });
  while (!existsSync(diary) || statSync(diary).size === 0) await sleep(10);
  await sleep(round.after);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  const killed = Date.now();
  await once(child, 'close');
  return judge(repo, { diary, killed });
}

interface RecoveredJson {
  readonly session: string;
  readonly branch: string;
  readonly checkpoint: number | null;
  readonly workingTree: { readonly kind: string };
}

function judge(repo: TestRepo, facts: { readonly diary: string; readonly killed: number }): KilledRound {
  const { sessions } = JSON.parse(checkpoint(repo, 'recover', '--json'));
  const found = sessions.map((one: RecoveredJson) => ({
    session: one.session,
    branch: one.branch,
    checkpoint: one.checkpoint,
    newer: one.workingTree.kind === 'newer',
  }));
  const newest = newestNumber(repo);
  const now = treeOfWorktree(repo);
  const newer = repo.git('rev-parse', `refs/checkpoints/${newest}^{tree}`) !== now;
  const lost = lostSince(repo, newest, facts);
  const saved = JSON.parse(checkpoint(repo, 'recover', '--save', '--json')).sessions[0]?.saved;
  const number = saved?.number ?? saved?.unchanged_since;
  const savedExactly = repo.git('rev-parse', `refs/checkpoints/${number}^{tree}`) === now;
  const leftOver = JSON.parse(checkpoint(repo, 'recover', '--json')).sessions.length;
  return { found, truth: { newest, newer }, lost, savedExactly, leftOver };
}

/** The newest checkpoint of all, as plain git tells: nobody else saves here. */
function newestNumber(repo: TestRepo): number {
  return Math.max(
    ...repo.git('for-each-ref', '--format=%(refname:lstrip=2)', 'refs/checkpoints').split('\n').map(Number),
  );
}

function treeOfWorktree(repo: TestRepo): string {
  const index = join(repo.home, 'judge.index');
  const env = { ...repo.env, GIT_INDEX_FILE: index };
  spawnSync('git', ['add', '-A'], { cwd: repo.root, env });
  const tree = spawnSync('git', ['write-tree'], { cwd: repo.root, env, encoding: 'utf8' }).stdout.trim();
  rmSync(index);
  return tree;
}

/** How long before the kill the first edit happened that the checkpoint does not have. */
function lostSince(
  repo: TestRepo,
  number: number,
  { diary, killed }: { readonly diary: string; readonly killed: number },
): number {
  const { stdout } = repo.tryGit('show', `refs/checkpoints/${number}:counter.txt`);
  const times = new Map(
    readFileSync(diary, 'utf8')
      .split('\n')
      .map((line) => line.split(' ').map(Number) as [number, number]),
  );
  const [of = '', count = '0'] = stdout.split(' ');
  const next = times.get((of === diary ? Number(count) : 0) + 1);
  return next === undefined ? 0 : killed - next;
}
