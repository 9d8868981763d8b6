import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Limits } from './baselines.ts';
import { type FileThen, filesThen } from './files-then.ts';
import type { Cut } from './transcript.ts';

const CLI = join(import.meta.dirname, '../../dist/git-checkpoint.cjs');

/** Makes a repository with the files as they were, saves a checkpoint there from the transcript, and resumes from it. */
export function checkpointThere(cut: Cut, limits: Limits): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-recall-')));
  try {
    const root = join(home, 'repo');
    const transcript = join(home, `session.${cut.extension}`);
    const { cwd } = cut.session;
    writeFileSync(transcript, cwd === '' ? cut.text : cut.text.replaceAll(cwd, root));
    const run = runner(home, root);
    makeRepository(root, filesThen(cut.session), run);
    run(process.execPath, CLI, 'save', '--transcript', transcript, '--max-size', '1000000000');
    const flags = ['--budget', String(limits.tokens), '--max-chars', String(limits.chars)];
    return run(process.execPath, CLI, 'resume', ...flags).replaceAll(root, cwd);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

type Run = (command: string, ...args: string[]) => string;

function runner(home: string, root: string): Run {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada Example',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada Example',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  };
  return (command, ...args) =>
    execFileSync(command, args, {
      cwd: root,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
}

function makeRepository(root: string, files: readonly FileThen[], run: Run): void {
  mkdirSync(root, { recursive: true });
  run('git', 'init', '--quiet', '--initial-branch=main');
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const { path, before } of files) if (before !== undefined) write(path, before);
  run('git', 'add', '--all', '--force');
  run('git', 'commit', '--quiet', '--allow-empty', '-m', 'before the session');
  for (const { path, after } of files) {
    if (after === undefined) rmSync(join(root, path), { force: true });
    else write(path, after);
  }
}
