import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isolatedEnv } from './fixed-world.ts';
import { bundleEnv, CLI, type CliOptions, type CliRun } from './run-cli.ts';
import { withFolder } from './with-folder.ts';

/** A user of this machine, with a home that nobody else can enter. */
export interface TestUser {
  readonly uid: number;
  readonly home: string;
  readonly env: Record<string, string>;
  /** Runs a program as this user. */
  run(command: readonly string[], options?: CliOptions): CliRun;
  /** Runs git as this user; answers stdout without the last newline, throws on failure. */
  git(cwd: string, ...args: string[]): string;
  /** Runs the built command as this user. */
  checkpoint(cwd: string, args: readonly string[], input?: string): CliRun;
}

export interface TwoUsers {
  readonly mallory: TestUser;
  readonly victim: TestUser;
  /** A folder in which everybody may write, as /tmp is. */
  readonly shared: string;
}

/** Their group: both are in it, with 1600 as the group of all their files. */
const GROUP = 1600;

const canBeOthers =
  process.getuid?.() === 0 && spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).error === undefined;

type Claim = (title: string, check: () => void | Promise<void>) => void;

/** A claim about two real users. Only root can be two users: elsewhere its name says that it was skipped. */
export function itWithTwoUsers(it: Claim, title: string, check: (users: TwoUsers) => void | Promise<void>): void {
  if (canBeOthers) it(title, () => withFolder((folder) => withUsers(folder, check)));
  else it(`${title} (skipped: needs root and setpriv)`, () => undefined);
}

async function withUsers(folder: string, check: (users: TwoUsers) => void | Promise<void>): Promise<void> {
  chmodSync(folder, 0o755);
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  await check({ mallory: makeUser(folder, 1501), victim: makeUser(folder, 1502), shared });
}

function makeUser(folder: string, uid: number): TestUser {
  const home = join(folder, `home-${uid}`);
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, uid, GROUP);
  const email = `user-${uid}@example.com`;
  const env = { ...isolatedEnv(home), GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email, CLAUDE_PID: '1' };
  const run = (command: readonly string[], options: CliOptions = {}): CliRun => {
    const args = ['--reuid', String(uid), '--regid', String(GROUP), '--clear-groups', ...command];
    const done = spawnSync('setpriv', args, {
      cwd: options.cwd ?? home,
      env: bundleEnv({ ...env, ...options.env }),
      encoding: 'utf8',
      input: options.input ?? '',
    });
    if (done.error) throw done.error;
    return { status: done.status ?? -1, stdout: done.stdout, stderr: done.stderr };
  };
  const git = (cwd: string, ...args: string[]): string => {
    const done = run(['git', ...args], { cwd });
    if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
    return done.stdout.replace(/\n$/, '');
  };
  const checkpoint = (cwd: string, args: readonly string[], input = '') =>
    run([process.execPath, CLI, ...args], { cwd, input });
  return { uid, home, env, run, git, checkpoint };
}
