import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** An environment without this machine's configuration. NODE_EXTRA_CA_CERTS costs Node 20 about 80 ms at every start. */
export function benchEnv(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  const person = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' };
  return {
    PATH,
    HOME,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CHECKPOINT_MAX_SIZE: '1g',
    ...person,
  };
}

/** Where repositories and scripts stay from one run to the next. */
export const cache = join(tmpdir(), 'git-checkpoint-bench');
const FILES_IN_FOLDER = 50;

function pathOf(at: number): string {
  const folder = Math.floor(at / FILES_IN_FOLDER);
  return `packages/p${Math.floor(folder / 40)}/module${folder % 40}/file${at}.ts`;
}

function contentOf(at: number, round: number): string {
  const lines = Array.from({ length: 20 }, (_, line) => `export const value${line} = ${at * 31 + line}; // ${round}`);
  return `${lines.join('\n')}\n`;
}

/** A repository with this many files, made once and kept in the system's temporary folder. */
export function benchRepository(files: number, purpose: string): string {
  const root = join(cache, `${purpose}-${files}`);
  if (existsSync(join(root, '.git', 'bench-ready'))) return root;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env: benchEnv(), stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  for (let at = 0; at < files; at += 1) {
    if (at % FILES_IN_FOLDER === 0) mkdirSync(join(root, dirname(pathOf(at))), { recursive: true });
    writeFileSync(join(root, pathOf(at)), contentOf(at, 0));
  }
  git('add', '-A');
  // A commit of so many files starts a gc of its own in the background, and two do not go together.
  git('-c', 'gc.auto=0', 'commit', '--quiet', '-m', 'base');
  git('gc', '--quiet');
  writeFileSync(join(root, '.git', 'bench-ready'), '');
  return root;
}

let round = Date.now();

/** Gives this many files new content: nine in ten tracked, the rest (at least one) untracked. */
export function change(root: string, amount: number, files: number): void {
  round += 1;
  const untracked = amount === 0 ? 0 : Math.max(1, Math.floor(amount / 10));
  for (let at = 0; at < amount - untracked; at += 1) {
    const index = Math.floor((at * files) / Math.max(1, amount)) % files;
    writeFileSync(join(root, pathOf(index)), contentOf(index, round));
  }
  if (untracked > 0) mkdirSync(join(root, 'new'), { recursive: true });
  for (let at = 0; at < untracked; at += 1) writeFileSync(join(root, 'new', `n${at}.ts`), contentOf(at, round));
}

/** Puts the working tree back to the commit. */
export function reset(root: string): void {
  execFileSync('git', ['checkout', '--quiet', '.'], { cwd: root, env: benchEnv() });
  rmSync(join(root, 'new'), { recursive: true, force: true });
}
