import { Failure } from '../core/failure.ts';
import type { Operation } from '../core/operation.ts';
import { readOperations } from '../local/operation-log.ts';
import type { Repository } from '../open/repository.ts';
import { lastRestoreTime, readLastRestore } from '../restore/journal.ts';
import { readTrash } from '../store/trash.ts';

/** An operation and what became of it. */
export interface LoggedOperation extends Operation {
  /** The operation that took it back, unless that was taken back, too. */
  readonly undoneBy?: number;
}

/** What was done here, newest first. */
export function listOperations({ engine }: Pick<Repository, 'engine'>, limit?: number): LoggedOperation[] {
  const operations = readOperations(engine.place);
  const undoneBy = new Map<number, number>();
  // From the end: an undo that was undone itself took nothing back.
  for (const { number, of } of [...operations].reverse()) {
    if (of !== undefined && !undoneBy.has(number) && !undoneBy.has(of)) undoneBy.set(of, number);
  }
  return operations
    .reverse()
    .slice(0, limit)
    .map((operation) => {
      const by = undoneBy.get(operation.number);
      return by === undefined ? operation : { ...operation, undoneBy: by };
    });
}

/** The operation that a person named, if it can be undone here. */
export function loadUndoable(repository: Pick<Repository, 'engine'>, number: number): LoggedOperation {
  const operation = listOperations(repository).find((one) => one.number === number);
  const hint = 'Run `git checkpoint log` to see what can be undone.';
  if (operation === undefined) throw new Failure('no', `no operation ${number} in the log`, { hint });
  const { kind, effect, undoneBy, worktree } = operation;
  if (undoneBy !== undefined) {
    throw new Failure('no', `operation ${number} was undone by operation ${undoneBy}`, {
      hint: `To do it again, undo that one: \`git checkpoint undo ${undoneBy}\`.`,
    });
  }
  if (effect === undefined) throw new Failure('no', `operation ${number} (${kind}) cannot be undone`, { hint });
  if (effect.kind === 'restored' && worktree !== repository.engine.place.root) {
    throw new Failure('no', `operation ${number} changed another working tree`, {
      hint: `Undo it there: \`git -C ${worktree} checkpoint undo ${number}\`.`,
    });
  }
  return operation;
}

/**
 * The last operation that took something away or changed it here, and that can be undone. A save is none: it only added, so there is nothing
 * to get back. A restore may have happened that the log does not have, because of a crash in between; it has no number.
 */
export async function findLastUndoable(
  repository: Pick<Repository, 'engine'>,
): Promise<LoggedOperation | 'unlogged-restore' | undefined> {
  const operations = listOperations(repository);
  const unlogged = findUnloggedRestore(repository, operations);
  if (unlogged !== undefined && unlogged > Date.parse(operations[0]?.time ?? '')) return 'unlogged-restore';
  for (const operation of operations) {
    const { kind, effect, undoneBy, worktree } = operation;
    if (kind === 'save' || effect === undefined || undoneBy !== undefined) continue;
    if (effect.kind === 'restored' && worktree !== repository.engine.place.root) continue;
    if (effect.kind === 'removed' && !(await isInTrash(repository, operation))) continue;
    return operation;
  }
  return unlogged === undefined ? undefined : 'unlogged-restore';
}

/** When the last restore of this working tree was, if the log does not have it. */
function findUnloggedRestore(
  { engine }: Pick<Repository, 'engine'>,
  operations: readonly Operation[],
): number | undefined {
  const uid = readLastRestore(engine.place)?.safety.uid;
  const isLogged = operations.some(({ effect }) => effect?.kind === 'restored' && effect.safety.uid === uid);
  return uid === undefined || isLogged ? undefined : lastRestoreTime(engine.place);
}

async function isInTrash({ engine }: Pick<Repository, 'engine'>, { checkpoints }: Operation): Promise<boolean> {
  const trashed = new Set((await readTrash(engine)).map(({ number }) => Number(number)));
  return checkpoints.some(({ number }) => trashed.has(number));
}
