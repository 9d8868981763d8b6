import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Limits } from './baselines.ts';
import type { Bases, HistoryThen } from './files-then.ts';
import type { RawSession } from './raw-event.ts';

/** The program as it was built here. */
export const PROGRAM = join(import.meta.dirname, '../../dist/git-checkpoint.cjs');

/** A throw-away repository in which the session happens again. */
export interface RepositoryThen {
  /** Makes the commits that are new and leaves the files as they were at that moment. */
  goTo(history: HistoryThen): void;
  save(transcript: string, extension: string): void;
  resume(limits: Limits): string;
}

type Run = (command: string, ...args: string[]) => string;

export function withRepository<T>(
  { session, program = PROGRAM }: { readonly session: RawSession; readonly program?: string },
  bases: Bases,
  use: (repository: RepositoryThen) => T,
): T {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-recall-')));
  try {
    const root = join(home, 'repo');
    mkdirSync(root);
    const run = runner(home, root);
    begin(root, bases, run);
    if (isBranchName(session.branch)) run('git', 'switch', '--quiet', '--create', session.branch);
    return use(repositoryIn({ home, cwd: session.cwd, program }, run));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function isBranchName(name = ''): name is string {
  return /^\w[\w./-]*\w$/.test(name) && !/^(main|HEAD)$|\.\.|\/\/|\.lock$/.test(name);
}

interface Place {
  readonly home: string;
  /** Where the session was, as its transcript says. */
  readonly cwd: string;
  readonly program: string;
}

function repositoryIn({ home, cwd, program }: Place, run: Run): RepositoryThen {
  const root = join(home, 'repo');
  let [made, saved] = [0, 0];
  return {
    goTo({ commits, files }) {
      for (const { message, files: taken } of commits.slice(made)) {
        for (const [path, content] of taken) write(root, path, content);
        run('git', 'update-index', '--add', '--remove', '--replace', '--', ...taken.keys());
        run('git', 'commit', '--quiet', '--allow-empty', '-m', message);
      }
      made = Math.max(made, commits.length);
      for (const { path, after } of files) write(root, path, after);
    },
    save(text, extension) {
      const transcript = join(home, `session-${(saved += 1)}.${extension}`);
      writeFileSync(transcript, cwd === '' ? text : text.replaceAll(cwd, root));
      run(process.execPath, program, 'save', '--transcript', transcript, '--max-size', '1000000000');
    },
    resume: ({ tokens, chars }) =>
      run(
        process.execPath,
        program,
        'resume',
        ...['--budget', String(tokens), '--max-chars', String(chars)],
      ).replaceAll(root, cwd),
  };
}

function begin(root: string, bases: Bases, run: Run): void {
  run('git', 'init', '--quiet', '--initial-branch=main');
  for (const [path, content] of bases) write(root, path, content);
  run('git', 'add', '--all', '--force');
  run('git', 'commit', '--quiet', '--allow-empty', '-m', 'before the session');
}

function write(root: string, path: string, content: string | undefined): void {
  const place = join(root, path);
  if (content === undefined) rmSync(place, { force: true });
  else {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
}

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
