import { describeError } from '../core/failure.ts';
import type { OperationDraft } from '../core/operation.ts';
import { appendOperation } from '../local/operation-log.ts';
import type { Repository } from './repository.ts';

/** Writes an operation that has happened to the log. Where the log cannot be written, that is a warning: the work is done. */
export async function recordOperation(repository: Repository, operation: OperationDraft): Promise<void> {
  const { engine, world } = repository;
  const line = { time: world.now().toISOString(), worktree: engine.place.root, ...operation };
  try {
    await appendOperation(engine.place, line, world);
  } catch (error) {
    repository.warnings.push(`the operation log could not be written: ${describeError(error)}`);
  }
}
