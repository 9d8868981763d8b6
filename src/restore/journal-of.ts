import { defined } from '../core/defined.ts';
import { diskPath, obstacleFinder } from '../git/disk-path.ts';
import { fingerprintOf } from '../local/fingerprint.ts';
import { thisProcess } from '../local/owner.ts';
import type { JournalStep, NamedCheckpoint, RestoredFiles, RestoreJournal } from './journal.ts';
import type { OpenPart } from './open-parts.ts';
import type { RestorePlan } from './plan.ts';

/** A part of a restore whose files were looked at. */
export interface StampedPart extends OpenPart {
  readonly stamped: readonly JournalStep[];
}

/** Remembers what stands where something changes: what has the same stamp later is what was saved. */
export function withStamps(part: OpenPart): StampedPart {
  const { root } = part.engine.place;
  const obstacle = obstacleFinder(root);
  const stamped = part.steps.map((step) => {
    // Behind a link lies somebody else's file.
    const stamp = obstacle(step.path) === undefined ? fingerprintOf(diskPath(root, step.path)) : undefined;
    return stamp === undefined ? step : { ...step, stamp };
  });
  return { ...part, stamped };
}

/** The journal of a restore that is about to begin. */
export function journalOf(plan: RestorePlan, parts: readonly StampedPart[], safety: NamedCheckpoint): RestoreJournal {
  const [outer, ...nested] = parts.map((part) => ({ path: part.path, ...filesOf(part) }));
  if (outer === undefined) throw new Error('a restore is about at least one repository');
  const { path: _, ...files } = outer;
  return defined({
    version: 1,
    holder: thisProcess(),
    checkpoint: plan.subject,
    safety,
    kind: plan.kind,
    goesOn: plan.goesOn,
    ...files,
    nested: nested.length === 0 ? undefined : nested,
    undoes: plan.undoes,
    sessions: plan.sessions,
  });
}

function filesOf({ now, tree, stamped, kept, alreadyThere, index }: StampedPart): RestoredFiles {
  const skipped = new Set(now.skipped.map(({ path }) => path));
  const hidden = new Set(kept.filter(({ why }) => why === 'ignored-then').map(({ path }) => path));
  const entries = (untracked: boolean) => now.status.entries.filter(({ kind }) => (kind === 'untracked') === untracked);
  return {
    from: now.tree,
    to: tree,
    steps: stamped,
    untracked: [
      ...entries(true)
        .map(({ path }) => path)
        .filter((path) => !skipped.has(path) && !hidden.has(path)),
      ...alreadyThere,
    ],
    unreadable: entries(false)
      .filter(({ path, dirtySubmodule }) => skipped.has(path) && !dirtySubmodule)
      .map(({ path }) => path),
    ...(index?.kind === 'write' ? { index: { from: index.from, to: index.to } } : {}),
  };
}
