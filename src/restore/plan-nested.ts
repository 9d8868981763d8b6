import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { GitEngine } from '../git/engine.ts';
import { comparingLimits, type Repository } from '../open/repository.ts';
import { takeNestedSnapshot } from '../snapshot/capture-nested.ts';
import type { FilesSnapshot } from '../snapshot/snapshot-of-files.ts';
import type { Snapshot } from '../snapshot/take-snapshot.ts';
import { claimAround, seenFrom } from './nested-then.ts';
import { pathsInside, type Terms } from './plan-files.ts';
import { type PlannedPart, planPart } from './plan-part.ts';
import type { LeftAlone } from './plan-target.ts';
import { isAtOrBelow } from './steps.ts';

interface NestedAim {
  readonly checkpoint: Checkpoint;
  readonly now: Snapshot;
  /** Submodules of the repository around whose commits differ. */
  readonly moved: readonly string[];
  readonly terms: Terms;
  readonly merge: boolean;
  /** Only these, from the top of the repository around; all when left out. */
  readonly paths?: readonly string[];
}

export interface NestedPlans {
  readonly parts: readonly (PlannedPart & { readonly path: string })[];
  /** Nested repositories that stay as they are. */
  readonly kept: readonly LeftAlone[];
}

/** Plans what a restore does in the repositories inside of the working tree, and in those in them. */
export async function planNested(repository: Repository, aim: NestedAim): Promise<NestedPlans> {
  const parts: (PlannedPart & { readonly path: string })[] = [];
  const kept: LeftAlone[] = [];
  const known = [...(aim.checkpoint.note.nested ?? []), ...aim.now.nested].map(({ path }) => path);
  const waiting = [...new Set([...known, ...aim.moved])].sort();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (aim.paths !== undefined && pathsWithin(aim.paths, path)?.length === 0) continue;
    const planned = await planOne(repository, path, aim);
    if (planned === undefined) continue;
    if ('why' in planned) kept.push(...(aim.moved.includes(path) && planned.why === 'repository-new' ? [] : [planned]));
    else {
      parts.push({ ...planned, path });
      const moved = planned.kept.filter(({ why }) => why === 'submodule').map((one) => `${path}/${one.path}`);
      waiting.push(...moved.filter((one) => !known.includes(one)));
    }
  }
  return { parts, kept };
}

/** What of some paths is meant in the repository at a path: undefined for all of it, nothing for none. */
function pathsWithin(paths: readonly string[], at: string): string[] | undefined {
  if (isAtOrBelow(at, paths)) return undefined;
  return pathsInside(paths, at);
}

async function planOne(
  repository: Repository,
  path: string,
  aim: NestedAim,
): Promise<PlannedPart | LeftAlone | undefined> {
  const { checkpoint: then, now } = aim;
  const repositories = [...(then.note.nested ?? []), ...now.nested].map((one) => one.path);
  const claim = await claimAround(repository.engine, path, { checkpoint: then, repositories });
  if (claim.kind === 'new') return { path, why: 'repository-new' };
  if (claim.kind === 'unknown') return { path, why: 'unknown-then' };
  const engine = await repository.engine.openNested(path);
  // A submodule that nobody checked out is as it was.
  if (engine === 'absent') return claim.kind === 'captured' ? { path, why: 'repository-gone' } : undefined;
  if (engine === 'refused') return { path, why: 'repository-closed' };
  try {
    const checkpoint = await seenFrom(engine, aim.checkpoint, { path, claim });
    if (checkpoint === undefined) return { path, why: 'not-here' };
    return await planPart(engine, await partAim(repository, { engine, path, checkpoint, aim }));
  } finally {
    await engine.close();
  }
}

async function partAim(
  repository: Repository,
  given: {
    readonly engine: GitEngine;
    readonly path: string;
    readonly checkpoint: Checkpoint;
    readonly aim: NestedAim;
  },
) {
  const { engine, path, checkpoint, aim } = given;
  return defined({
    checkpoint,
    now: await lookAt(repository, { engine, path, now: aim.now }),
    repositories: pathsInside(
      aim.now.nested.map((one) => one.path),
      path,
    ),
    terms: { ...aim.terms, forced: new Set(pathsInside([...aim.terms.forced], path)) },
    merge: aim.merge,
    paths: aim.paths === undefined ? undefined : pathsWithin(aim.paths, path),
  });
}

/** What a nested repository has now; one that is clean was not captured with the one around it. */
async function lookAt(
  repository: Repository,
  at: { readonly engine: GitEngine; readonly path: string; readonly now: Snapshot },
): Promise<FilesSnapshot> {
  const captured = at.now.nested.find(({ path }) => path === at.path)?.snapshot;
  return captured ?? takeNestedSnapshot(at.engine, at.path, await comparingLimits(repository));
}
