import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '../../src/hooks/doctor/remove-folder.ts';
import { isolatedEnv } from './fixed-world.ts';

/** A throw-away repository on disk, driven by the real git. */
export interface TestRepo {
  readonly home: string;
  readonly root: string;
  readonly env: Record<string, string>;
  /** Runs git there; answers stdout without the last newline, throws on failure. */
  git(...args: string[]): string;
  /** Runs git and answers all of it, failure included. */
  tryGit(...args: string[]): { status: number; stdout: string; stderr: string };
  write(path: string, content: string | Uint8Array): void;
  commit(message: string): string;
}

/** Makes a repository with branch `main` and no commit, hands it over, and removes it. */
export async function withRepo(
  use: (repo: TestRepo) => void | Promise<void>,
  initArguments: readonly string[] = [],
): Promise<void> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-test-')));
  try {
    const repo = testRepo(home, join(home, 'repo'));
    mkdirSync(repo.root);
    repo.git('init', '--quiet', '--initial-branch=main', ...initArguments);
    await use(repo);
  } finally {
    await removeFolder(home);
  }
}

/** Speaks to a repository that is already there, such as a clone or a linked worktree. */
export function testRepo(home: string, root: string): TestRepo {
  const env = isolatedEnv(home);
  const tryGit = (...args: string[]) => {
    const run = spawnSync('git', args, { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (run.error) throw run.error;
    return { status: run.status ?? -1, stdout: run.stdout, stderr: run.stderr };
  };
  const git = (...args: string[]) => {
    const run = tryGit(...args);
    if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`);
    return run.stdout.replace(/\n$/, '');
  };
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '--quiet', '--allow-empty', '-m', message);
    return git('rev-parse', 'HEAD');
  };
  return { home, root, env, git, tryGit, write, commit };
}
