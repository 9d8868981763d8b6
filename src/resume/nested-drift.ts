import type { Checkpoint } from '../core/checkpoint.ts';
import type { WorktreeStatus } from '../git/engine.ts';
import { comparingLimits, type Repository } from '../open/repository.ts';
import type { DriftFacts } from './pack/drift.ts';

type NestedDrift = Pick<DriftFacts, 'changed' | 'gone'>;

const none: NestedDrift = { changed: [], gone: [] };

/** What changed in repositories inside of the working tree. Of one that cannot be looked into in time, nothing is said. */
export async function nestedDrift(
  repository: Repository,
  checkpoint: Checkpoint,
  status: WorktreeStatus,
): Promise<NestedDrift> {
  const isNamed = status.entries.some(({ kind, dirtySubmodule }) => kind === 'nested-repository' || dirtySubmodule);
  const mayDiffer = isNamed || (checkpoint.note.nested ?? []).length > 0;
  if (!mayDiffer || checkpoint.note.mode === 'summary') return none;
  // Loaded only here: most working trees hold no other repository.
  const { nestedChangesNow } = await import('../restore/compare-nested.ts');
  const limits = { ...(await comparingLimits(repository)), hurry: true };
  const changes = await nestedChangesNow(repository.engine, checkpoint, { status, limits });
  const paths = (isGone: boolean) =>
    changes.filter((change) => (change.status === 'deleted') === isGone).map(({ path }) => path);
  return { changed: paths(false), gone: paths(true) };
}
