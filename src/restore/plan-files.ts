import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import type { GitEngine } from '../git/engine.ts';
import type { FilesSnapshot } from '../snapshot/snapshot-of-files.ts';
import { findAlreadyThere } from './already-there.ts';
import { findRewrites } from './attribute-changes.ts';
import { findUncaptured, type WorktreeFacts } from './find-uncaptured.ts';
import { findConfiguration } from './foreign-configuration.ts';
import type { IndexPlan } from './index-plan.ts';
import { withLosses } from './losses.ts';
import { type LeftAlone, planTarget, type TargetTree } from './plan-target.ts';
import { findRefusals, type Refusal } from './refusals.ts';
import type { Step } from './steps.ts';

/** What a restore does in one repository: the one that it is about, or one inside of its working tree. Paths are from its own top. */
export interface RestorePart {
  /** Where the repository lies; empty for the one that the restore is about. */
  readonly path: string;
  readonly now: FilesSnapshot;
  /** The tree afterwards. */
  readonly tree: Oid;
  readonly steps: readonly Step[];
  /** What differs from the checkpoint and stays. */
  readonly kept: readonly LeftAlone[];
  /** Files that stand there already as wanted although no snapshot has them. */
  readonly alreadyThere: readonly string[];
  readonly index?: IndexPlan;
}

export interface FilePlan extends Omit<RestorePart, 'path' | 'index'> {
  /** Of a checkpoint by somebody else: what it would write that agents, editors, builds or git obey. */
  readonly configuration: readonly string[];
  readonly refusals: readonly Refusal[];
}

/** What somebody said about a restore. */
export interface Terms {
  /** The checkpoint is by somebody whom the user does not know. */
  readonly foreign: boolean;
  /** Also in the middle of a merge, rebase and so on. */
  readonly force: boolean;
  /** Exactly these paths, from the top of the working tree, may be lost although they were not captured. */
  readonly forced: ReadonlySet<string>;
  /** The index comes back, too. */
  readonly staged: boolean;
}

interface FileAim {
  readonly checkpoint: Checkpoint;
  readonly now: FilesSnapshot;
  readonly wanted: TargetTree;
  /** Repositories inside of this one. */
  readonly repositories: readonly string[];
  readonly terms: Terms;
}

/** Plans the way from what is there to a wanted tree, with everything that speaks against it. */
export async function planFiles(engine: GitEngine, aim: FileAim): Promise<FilePlan> {
  const { now, wanted, terms } = aim;
  const goal = await planTarget(engine, now, wanted);
  const alreadyThere = await findAlreadyThere(engine, goal.steps);
  const changing = goal.steps.filter(({ path }) => !alreadyThere.has(path));
  const rewrites = await findRewrites(engine, { from: now.tree, to: goal.tree }, goal.steps);
  const known = await knownFacts(engine, aim);
  const { foreign, forced, force } = terms;
  const steps = [...changing, ...rewrites.filter(({ path }) => !known.unwatched.has(path))];
  const refusals = await findRefusals(engine, { foreign, goal: { ...goal, steps }, known, forced, force });
  const conflicted = now.status.entries.some(({ kind }) => kind === 'conflicted');
  return {
    now,
    tree: goal.tree,
    steps: withLosses([...steps, ...forcedDeletions(steps, known, forced)], now.status),
    kept: goal.kept,
    alreadyThere: [...alreadyThere],
    configuration: foreign ? await findConfiguration(engine, steps) : [],
    refusals: [...refusals, ...(terms.staged && conflicted ? [{ kind: 'conflicted-index' as const }] : [])],
  };
}

async function knownFacts(engine: GitEngine, { now, repositories }: FileAim): Promise<WorktreeFacts> {
  return {
    root: engine.place.root,
    skipped: new Map(now.skipped.map(({ path, why }) => [path, why])),
    unwatched: new Set(await engine.worktree.unwatchedPaths()),
    repositories,
  };
}

/** What is in the way, was not captured, and may go because the user named it. */
function forcedDeletions(steps: readonly Step[], known: WorktreeFacts, forced: ReadonlySet<string>): Step[] {
  const planned = new Set(steps.map(({ path }) => path));
  const going = findUncaptured(steps, known).filter(({ path }) => forced.has(path) && !planned.has(path));
  return going.map(({ path }) => ({ action: 'delete', path }));
}

/** Those of some paths that are inside of a repository, from its own top. */
export function pathsInside(paths: readonly string[], repository: string): string[] {
  return paths.filter((path) => path.startsWith(`${repository}/`)).map((path) => path.slice(repository.length + 1));
}
