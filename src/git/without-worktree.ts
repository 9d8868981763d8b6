import { Failure } from '../core/failure.ts';

/** A bare repository has nothing to save or restore; its checkpoints can be read. */
export function withoutWorktree(cause?: unknown): Failure {
  return new Failure('fatal', 'this operation must be run in a work tree', {
    hint: 'A bare repository has no working tree to snapshot. Run git checkpoint in a clone or a worktree of it.',
    ...(cause === undefined ? {} : { cause }),
  });
}
