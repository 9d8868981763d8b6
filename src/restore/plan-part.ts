import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { GitEngine } from '../git/engine.ts';
import type { FilesSnapshot } from '../snapshot/snapshot-of-files.ts';
import { planIndex } from './index-plan.ts';
import type { MergeConflict } from './merge-trees.ts';
import { type FilePlan, planFiles, type RestorePart, type Terms } from './plan-files.ts';
import type { LeftAlone } from './plan-target.ts';
import { isAtOrBelow } from './steps.ts';
import { wantedTree } from './wanted-tree.ts';

interface PartAim {
  readonly checkpoint: Checkpoint;
  readonly now: FilesSnapshot;
  /** Repositories inside of this one. */
  readonly repositories: readonly string[];
  readonly terms: Terms;
  readonly merge: boolean;
  /** Only these, from the top; all when left out. */
  readonly paths?: readonly string[];
}

export interface PlannedPart extends FilePlan, Pick<RestorePart, 'index'> {
  readonly conflicts: readonly MergeConflict[];
}

/** Plans what a restore does in one repository. */
export async function planPart(engine: GitEngine, aim: PartAim): Promise<PlannedPart> {
  const { checkpoint, now, merge, paths, terms } = aim;
  const wanted = await wantedTree(engine, defined({ checkpoint, now: now.tree, merge, paths }));
  const index = terms.staged ? await planIndex(engine, defined({ checkpoint, now, paths })) : undefined;
  const plan = await planFiles(engine, { ...aim, wanted });
  return defined({
    ...plan,
    kept: [...plan.kept, ...staysUnread(aim, plan)],
    conflicts: wanted.conflicts,
    index: index?.kind === 'none' ? undefined : index,
  });
}

/** What cannot be read and is to stay: it may be as in the checkpoint or not. */
function staysUnread({ now, paths, repositories }: PartAim, { steps, kept }: FilePlan): LeftAlone[] {
  const told = [...steps, ...kept].map(({ path }) => path);
  return now.skipped.flatMap(({ path, why }) => {
    if (why !== 'unreadable' && why !== 'unstorable') return [];
    const place = path.replace(/\/$/, '');
    const isAsked = paths === undefined || isAtOrBelow(place, paths) || paths.some((one) => isAtOrBelow(one, [place]));
    const isElsewhere = isAtOrBelow(place, repositories) || told.some((one) => isAtOrBelow(one, [place]));
    return isAsked && !isElsewhere ? [{ path, why }] : [];
  });
}
