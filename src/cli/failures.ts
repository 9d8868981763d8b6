import { defined } from '../core/defined.ts';
import { describeError, Failure, type FailureKind } from '../core/failure.ts';
import { stripControls } from '../core/strip-controls.ts';
import type { World } from '../core/world.ts';

/** git's own exit codes. */
export const exitCodes = { no: 1, fatal: 128, usage: 129 } as const satisfies Record<FailureKind, number>;

/** Tells a failure on stderr as git does; with `--json`, as JSON. */
export function reportFailure(error: unknown, argv: readonly string[], world: World): void {
  const failure = error instanceof Failure ? error : unexpected(error);
  if (argv.includes('--json')) {
    const { kind, message, hint } = failure;
    world.stderr.write(`${JSON.stringify({ error: defined({ kind, message, hint }) })}\n`);
    return;
  }
  const word = failure.kind === 'fatal' ? 'fatal' : 'error';
  world.stderr.write(`${word}: ${stripControls(failure.message)}\n`);
  for (const line of failure.hint?.split('\n') ?? []) world.stderr.write(`hint: ${stripControls(line)}\n`);
  if (world.env['GIT_CHECKPOINT_DEBUG']) world.stderr.write(`${chain(error)}\n`);
}

function unexpected(error: unknown): Failure {
  const message = describeError(error);
  if (isRefusal(error)) {
    return new Failure('fatal', message, { hint: 'Is the disk full, or the repository read-only?', cause: error });
  }
  return new Failure('fatal', message, {
    hint: 'This is a bug in git-checkpoint; set GIT_CHECKPOINT_DEBUG=1 to see where.',
    cause: error,
  });
}

/** Whether the system refused to write. Node says of a folder on a read-only disk that it is not there. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall }: NodeJS.ErrnoException = error;
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'].includes(code) || (code === 'ENOENT' && syscall === 'mkdir');
}

function chain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? (error.stack ?? '') : `${error.stack}\ncaused by ${chain(error.cause)}`;
}
