import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { pathsFromTop } from '../open/paths-from-top.ts';
import { readProvenance } from '../open/provenance.ts';
import { comparingLimits, loadGiven, type Repository } from '../open/repository.ts';
import { type Snapshot, takeSnapshot } from '../snapshot/take-snapshot.ts';
import { findAlreadyThere } from './already-there.ts';
import { findRewrites } from './attribute-changes.ts';
import type { WorktreeFacts } from './find-uncaptured.ts';
import { findUncaptured } from './find-uncaptured.ts';
import { findConfiguration } from './foreign-configuration.ts';
import { type IndexPlan, planIndex } from './index-plan.ts';
import type { NamedCheckpoint, SessionChange } from './journal.ts';
import { findHeadDistance, type HeadDistance, withLosses } from './losses.ts';
import type { MergeConflict } from './merge-trees.ts';
import { type LeftAlone, planTarget, type TargetTree } from './plan-target.ts';
import { recoverRestore } from './recover.ts';
import { findRefusals, type Refusal } from './refusals.ts';
import type { RestoreRequest } from './request.ts';
import type { Step } from './steps.ts';
import { wantedTree } from './wanted-tree.ts';

/** What a restore would do. Nothing has been changed yet; the plan holds as long as the working tree is `now`. */
export interface RestorePlan {
  readonly checkpoint: Checkpoint;
  readonly kind: 'restore' | 'undo' | 'redo';
  /** The checkpoint that an undo or redo is about; else the same as `checkpoint`. */
  readonly subject: NamedCheckpoint;
  /** The checkpoint whose words fit the tree afterwards; absent when only a part of the tree changes its line of work. */
  readonly goesOn?: NamedCheckpoint;
  /** The number of the operation that an undo or redo takes back; absent when it is not on record. */
  readonly undoes?: number;
  readonly now: Snapshot;
  /** How far HEAD is from where the checkpoint was made; absent when it is there. */
  readonly distance?: HeadDistance;
  /** The tree afterwards. */
  readonly tree: Oid;
  readonly steps: readonly Step[];
  /** What differs from the checkpoint and stays. */
  readonly kept: readonly LeftAlone[];
  /** Files that stand there already as wanted although no snapshot has them. */
  readonly alreadyThere: readonly string[];
  readonly conflicts: readonly MergeConflict[];
  readonly index?: IndexPlan;
  /** Of a checkpoint by somebody else: what it would write that agents, editors, builds or git obey. */
  readonly configuration: readonly string[];
  readonly refusals: readonly Refusal[];
  /** The conversations that belong to the files, where they change together. */
  readonly sessions?: SessionChange;
}

/** Plans a restore. */
export async function planRestore(repository: Repository, request: RestoreRequest): Promise<RestorePlan> {
  if (request.merge && request.staged) throw new Failure('usage', '--merge and --staged exclude each other');
  await recoverRestore(repository);
  const checkpoint = await loadGiven(repository, request.checkpoint);
  refuseWordsOnly(checkpoint);
  const now = await takeSnapshot(repository.engine, comparingLimits(repository));
  const paths = request.paths === undefined ? undefined : pathsFromTop(repository, request.paths);
  const wanted = await wantedTree(
    repository.engine,
    defined({ checkpoint, now: now.tree, merge: request.merge === true, paths }),
  );
  const index = request.staged
    ? await planIndex(repository, { checkpoint, now, ...(paths ? { paths } : {}) })
    : undefined;
  const plan = await planTowards(repository, { checkpoint, now, wanted, request });
  const subject = { number: checkpoint.number, uid: checkpoint.note.uid };
  const whole = !request.merge && (paths === undefined || paths.includes(''));
  return {
    ...plan,
    kind: 'restore',
    subject,
    ...(whole ? { goesOn: subject } : {}),
    conflicts: wanted.conflicts,
    ...(index === undefined || index.kind === 'none' ? {} : { index }),
  };
}

/** The tree of a summary is its commit's: restoring it would throw the work away that it is about. */
export function refuseWordsOnly({ number, note }: Checkpoint): void {
  if (note.mode !== 'summary') return;
  throw new Failure('fatal', `checkpoint ${number} keeps words only; it has no files to restore`, {
    hint: `Read it with \`git checkpoint resume ${number}\`.`,
  });
}

export interface PlanRequest {
  readonly checkpoint: Checkpoint;
  readonly now: Snapshot;
  readonly wanted: TargetTree;
  readonly request: Pick<RestoreRequest, 'force' | 'forcePaths' | 'staged'>;
}

export type FilePlan = Omit<RestorePlan, 'kind' | 'subject' | 'goesOn' | 'undoes' | 'conflicts' | 'index' | 'sessions'>;

/** Plans the way from what is there to a wanted tree, with everything that speaks against it. */
export async function planTowards(repository: Repository, aim: PlanRequest): Promise<FilePlan> {
  const { engine } = repository;
  const { checkpoint, now, wanted, request } = aim;
  const goal = await planTarget(engine, now, wanted);
  const alreadyThere = await findAlreadyThere(engine, goal.steps);
  const changing = goal.steps.filter(({ path }) => !alreadyThere.has(path));
  const rewrites = await findRewrites(engine, { from: now.tree, to: goal.tree }, goal.steps);
  const known = await knownFacts(repository, now);
  const forced = new Set(pathsFromTop(repository, request.forcePaths ?? []));
  const foreign = !(await readProvenance(repository))(checkpoint).trusted;
  const steps = [...changing, ...rewrites.filter(({ path }) => !known.unwatched.has(path))];
  const refusals = await findRefusals(engine, {
    foreign,
    goal: { ...goal, steps },
    known,
    forced,
    force: request.force === true,
  });
  const conflicted = now.status.entries.some(({ kind }) => kind === 'conflicted');
  return defined({
    checkpoint,
    now,
    tree: goal.tree,
    distance: await findHeadDistance(engine, checkpoint.base, now.status.head),
    steps: withLosses([...steps, ...forcedDeletions(steps, known, forced)], now.status),
    kept: goal.kept,
    alreadyThere: [...alreadyThere],
    configuration: foreign ? await findConfiguration(engine, steps) : [],
    refusals: [...refusals, ...(request.staged && conflicted ? [{ kind: 'conflicted-index' as const }] : [])],
  });
}

async function knownFacts({ engine }: Repository, now: Snapshot): Promise<WorktreeFacts> {
  return {
    root: engine.place.root,
    skipped: new Map(now.skipped.map(({ path, why }) => [path, why])),
    unwatched: new Set(await engine.worktree.unwatchedPaths()),
  };
}

/** What is in the way, was not captured, and may go because the user named it. */
function forcedDeletions(steps: readonly Step[], known: WorktreeFacts, forced: ReadonlySet<string>): Step[] {
  const planned = new Set(steps.map(({ path }) => path));
  const going = findUncaptured(steps, known).filter(({ path }) => forced.has(path) && !planned.has(path));
  return going.map(({ path }) => ({ action: 'delete', path }));
}
