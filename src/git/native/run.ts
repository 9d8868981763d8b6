import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';

export interface GitRun {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: Uint8Array | string;
  /** Without a terminal to ask on, and ended after so many milliseconds with all that it started. */
  readonly endAfterMs?: number;
  /** A repository inside of the user's: its own configuration has no say in which programs run. */
  readonly isNested?: boolean;
  /** Only reads: a bare repository around `cwd` is entered, unless the user's own configuration forbids it. */
  readonly mayStandInBare?: boolean;
}

// What a caller's environment must not decide for us. GIT_DIR and GIT_WORK_TREE are read once, when the repository is found.
const strippedVariables = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_EXTERNAL_DIFF',
  'GIT_DIFF_OPTS',
  'GIT_TRACE',
  'GIT_LITERAL_PATHSPECS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
];

// No hook, gc or maintenance of the user's runs because we save; a `core.fsmonitor` does, as with any `git status`. A split private index
// would leave its larger half in `.git`. Line ends that do not come back as they were are git's to tell at an add, and no reason to lose
// the work; a list of files by which differences are sorted may not be there on every branch.
const settings = [
  'core.hooksPath=/dev/null',
  'core.splitIndex=false',
  'core.safecrlf=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'core.quotePath=false',
  'diff.orderFile=/dev/null',
  'submodule.recurse=false',
].flatMap((setting) => ['-c', setting]);

/** A folder that is itself a repository, as one in an archive may be, is not entered unless GIT_DIR names it. */
const notInBare = ['-c', 'safe.bareRepository=explicit'];

const nestedSettings = ['-c', 'core.fsmonitor=false'];

/**
 * For each object that it writes, git takes a quarter of a megabyte and lets go of it. glibc keeps up to this much for the next one
 * instead of giving it back to the kernel, which makes writing a thousand objects nearly twice as quick.
 */
const KEPT_MEMORY = String(64 * 1024 * 1024);

/** git takes no lock that it can do without, and speaks one language. */
const fixedVariables = { GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C', LANGUAGE: '' } as const;

/** The environment in which every git of ours runs. */
export function gitEnv(world: Pick<World, 'env'>): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = {
    MALLOC_TRIM_THRESHOLD_: KEPT_MEMORY,
    ...world.env,
    ...fixedVariables,
  };
  for (const name of strippedVariables) delete env[name];
  return env;
}

/** Starts git through the one gate. */
export function spawnGit(args: readonly string[], options: RunOptions): ChildProcess {
  const own = [...(options.mayStandInBare ? [] : notInBare), ...settings, ...(options.isNested ? nestedSettings : [])];
  return spawn('git', [...own, ...args], {
    cwd: options.cwd,
    env: options.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    detached: options.endAfterMs !== undefined,
  });
}

/** Runs git to its end, whatever its exit code. */
export async function tryGit(args: readonly string[], options: RunOptions): Promise<GitRun> {
  const child = spawnGit(args, options);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  // A git that stops early closes its stdin; its exit code tells the story, not our broken pipe.
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.stdin ?? '');
  const end = await ended(child, options);
  return { code: end.code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() + end.word };
}

function ended(
  child: ChildProcess,
  { cwd, endAfterMs }: RunOptions,
): Promise<{ readonly code: number; readonly word: string }> {
  const timer = endAfterMs === undefined ? undefined : setTimeout(() => endGroup(child), endAfterMs);
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(cannotStart(cause, cwd)));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? 128, word: signal ? `git was ended by ${signal}` : '' });
    });
  });
}

/** Ends a git that was started detached, and what it started. */
function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

/** Runs git and answers its stdout; a non-zero exit is a failure in git's own words. */
export async function runGit(args: readonly string[], options: RunOptions): Promise<Buffer> {
  const run = await tryGit(args, options);
  if (run.code !== 0) throw gitFailure(args, run.stderr);
  return run.stdout;
}

/** Turns git's stderr into a failure, its `hint:` lines into the hint. */
export function gitFailure(args: readonly string[], stderr: string): Failure {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const message = lines.filter((line) => !line.startsWith('hint:')).map((line) => line.replace(/^(fatal|error): /, ''));
  const hint = lines.filter((line) => line.startsWith('hint:')).map((line) => line.slice(5).trim());
  // git says what is damaged and not what helps: a save writes again what the working tree still has.
  if (hint.length === 0 && /is corrupt$|^object file .* is empty$/m.test(message.join('\n')))
    hint.push(
      '`git checkpoint save` stores again what is in the working tree; `git checkpoint doctor` tells what else is damaged.',
    );
  return new Failure('fatal', message.join('\n') || `git ${args[0] ?? ''} failed with no error message`, {
    ...(hint.length > 0 ? { hint: hint.join('\n') } : {}),
    cause: new Error(`git ${args.join(' ')}`),
  });
}

function cannotStart(cause: Error, cwd: string): Failure {
  // The system has one word for both: there is no such program, and no such place to start it in.
  if (!existsSync(cwd)) return new Failure('fatal', `there is no directory '${cwd}'`, { cause });
  return new Failure('fatal', `cannot run git: ${cause.message}`, {
    hint: 'Install git, or set `checkpoint.engine` to portable.',
    cause,
  });
}
