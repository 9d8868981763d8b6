import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { Repository } from '../open/repository.ts';
import { applyPlan, type RestoreOutcome } from '../restore/apply-restore.ts';
import type { RestorePlan } from '../restore/plan.ts';
import { save } from './save.ts';

/** Carries out the plan of a restore, an undo or a redo. */
export function applyRestore(repository: Repository, plan: RestorePlan): Promise<RestoreOutcome> {
  return applyPlan(repository, plan, () => saveSafetyCopy(repository, plan));
}

/** What was taken in nested repositories although it is ignored or else left out. */
function alsoInside({ parts }: RestorePlan): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  const taken = parts.flatMap(({ path, now }): [string, ReadonlySet<string>][] =>
    path === '' || now.also === undefined ? [] : [[path, now.also]],
  );
  return taken.length === 0 ? undefined : new Map(taken);
}

const summaries = { restore: 'restoring', undo: 'undoing the restore of', redo: 'redoing the restore of' } as const;

async function saveSafetyCopy(repository: Repository, plan: RestorePlan): Promise<Checkpoint> {
  const { checkpoint } = await save(
    repository,
    defined({
      trigger: 'restore',
      // The plan refuses to touch what it could not capture.
      leaveOut: true,
      mode: 'stateful',
      summary: `Before ${summaries[plan.kind]} checkpoint ${plan.subject.number}`,
      maxSize: Number.MAX_SAFE_INTEGER,
      also: plan.now.also,
      alsoInside: alsoInside(plan),
    }),
  );
  return checkpoint;
}
