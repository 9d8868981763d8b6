import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import { worldAt } from '../core/world.ts';
import { editTree } from '../git/edit-tree.ts';
import { emptyTree } from '../git/hash.ts';
import { pathsFromTop } from '../open/paths-from-top.ts';
import { readProvenance } from '../open/provenance.ts';
import { type CheckpointOrNumber, loadGiven, openRepository, type Repository } from '../open/repository.ts';
import { findConfiguration } from './foreign-configuration.ts';
import { treeOf } from './index-plan.ts';
import { refuseWordsOnly } from './plan.ts';
import { differencesFrom } from './prove-tree.ts';
import { refusalFailure } from './refusal-failure.ts';
import { findRefusals } from './refusals.ts';
import { planSteps } from './steps.ts';

/** Where a checkpoint is to be checked out instead of here. */
export interface ElsewhereRequest {
  readonly checkpoint: CheckpointOrNumber;
  /** The folder; beside the working tree, named after the branch, when left out. */
  readonly into?: string;
  /** A new branch at the commit that the checkpoint was made on. */
  readonly branch?: string;
  /** Only files, no worktree of this repository. */
  readonly plain?: boolean;
  readonly staged?: boolean;
  /** Relative to where one stands. */
  readonly forcePaths?: readonly string[];
}

export interface ElsewherePlan {
  readonly checkpoint: Checkpoint;
  readonly folder: string;
  readonly kind: 'worktree' | 'folder';
  readonly branch?: string;
  readonly staged: boolean;
  /** Of a checkpoint by somebody else: what it would write that agents, editors, builds or git obey. */
  readonly configuration: readonly string[];
}

export interface ElsewhereOutcome {
  readonly plan: ElsewherePlan;
  readonly written: number;
  /** Paths that are not as in the checkpoint: none, when it is proved. */
  readonly differences: readonly string[];
}

/** Plans a worktree or a folder with the files of a checkpoint. */
export async function planElsewhere(repository: Repository, request: ElsewhereRequest): Promise<ElsewherePlan> {
  const { engine } = repository;
  const checkpoint = await loadGiven(repository, request.checkpoint);
  refuseWordsOnly(checkpoint);
  const { base, tree } = checkpoint;
  if (base === undefined && request.branch !== undefined) {
    throw new Failure(
      'fatal',
      `checkpoint ${checkpoint.number} was made before the first commit; no branch can begin there`,
      {
        hint: 'Take its files alone: --into DIR.',
      },
    );
  }
  const folder = freeFolder(repository, request);
  const changes = await engine.diffTrees(base ?? emptyTree(engine.objectFormat), tree, { counts: false });
  const steps = planSteps(changes);
  const foreign = !(await readProvenance(repository))(checkpoint).trusted;
  const refusals = await findRefusals(engine, {
    foreign,
    goal: { tree, steps, kept: [] },
    // Nothing is there yet that could be lost.
    known: { root: folder, skipped: new Map(), unwatched: new Set(), repositories: [] },
    forced: new Set(pathsFromTop(repository, request.forcePaths ?? [])),
    force: true,
  });
  if (refusals.length > 0) throw refusalFailure(refusals);
  return defined({
    checkpoint,
    folder,
    kind: request.plain || base === undefined ? 'folder' : 'worktree',
    branch: request.branch,
    staged: request.staged === true,
    configuration: foreign ? await findConfiguration(engine, steps) : [],
  });
}

function freeFolder({ engine, world }: Repository, { into, branch }: ElsewhereRequest): string {
  const name = into ?? `${engine.place.root}-${(branch ?? '').replaceAll('/', '-')}`;
  const folder = resolve(world.cwd, name);
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there === undefined || (there.isDirectory() && readdirSync(folder).length === 0)) return folder;
  throw new Failure('fatal', `${folder} is there already and not empty`, {
    hint: 'Name another folder with --into DIR.',
  });
}

/** Checks the checkpoint out and proves it. This working tree, its index and HEAD stay as they are. */
export async function restoreElsewhere(repository: Repository, plan: ElsewherePlan): Promise<ElsewhereOutcome> {
  const { engine } = repository;
  const files = await engine.listTree(plan.checkpoint.tree);
  const submodules = files.filter(({ mode }) => mode === SUBMODULE).map(({ path }) => path);
  const differences =
    plan.kind === 'worktree' ? await addWorktree(repository, plan) : await fillFolder(repository, plan, submodules);
  return {
    plan,
    written: files.length - submodules.length,
    differences: differences.filter((path) => !submodules.includes(path)),
  };
}

async function addWorktree(repository: Repository, plan: ElsewherePlan): Promise<string[]> {
  const { engine, world } = repository;
  const { checkpoint, folder, branch } = plan;
  const commit = checkpoint.base ?? '';
  const index = await treeOf(engine, plan.staged ? (checkpoint.index ?? commit) : commit);
  const { tree } = checkpoint;
  await engine.worktree.addWorktree(defined({ folder, commit, tree, index, branch }));
  const made = await openRepository(folder, worldAt(folder, world));
  try {
    const untracked = (await engine.listTree(tree)).filter(({ mode }) => mode !== SUBMODULE).map(({ path }) => path);
    const claim = { tree, touched: [], untracked, unreadable: new Set<string>() };
    return (await differencesFrom(made.engine, claim)).map(({ path }) => path);
  } finally {
    await made.close();
  }
}

async function fillFolder(
  { engine }: Repository,
  plan: ElsewherePlan,
  submodules: readonly string[],
): Promise<string[]> {
  const expected = await withoutFiles(engine, plan.checkpoint.tree, submodules);
  await engine.worktree.checkoutFiles(expected, plan.folder);
  const made = await engine.worktree.treeOfFolder(plan.folder);
  if (made === expected) return [];
  return (await engine.diffTrees(expected, made, { counts: false })).map(({ path }) => path);
}

function withoutFiles(engine: Repository['engine'], tree: Oid, paths: readonly string[]): Promise<Oid> {
  return editTree(engine, tree, new Map(paths.map((path) => [path, undefined])));
}
