import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { pathsFromTop } from '../open/paths-from-top.ts';
import { readProvenance } from '../open/provenance.ts';
import { comparingLimits, loadGiven, type Repository } from '../open/repository.ts';
import { type Snapshot, takeSnapshot } from '../snapshot/take-snapshot.ts';
import { combineParts } from './combine-parts.ts';
import type { IndexPlan } from './index-plan.ts';
import type { NamedCheckpoint, SessionChange } from './journal.ts';
import { findHeadDistance, type HeadDistance } from './losses.ts';
import type { MergeConflict } from './merge-trees.ts';
import type { RestorePart, Terms } from './plan-files.ts';
import { planNested } from './plan-nested.ts';
import { planPart } from './plan-part.ts';
import type { LeftAlone } from './plan-target.ts';
import { recoverRestore } from './recover.ts';
import type { Refusal } from './refusals.ts';
import type { RestoreRequest } from './request.ts';
import { isAtOrBelow, type Step } from './steps.ts';

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
  /** Of all repositories: this one and those inside of its working tree. So is what follows. */
  readonly steps: readonly Step[];
  /** What differs from the checkpoint and stays. */
  readonly kept: readonly LeftAlone[];
  readonly conflicts: readonly MergeConflict[];
  /** Of this repository. */
  readonly index?: IndexPlan;
  /** Of a checkpoint by somebody else: what it would write that agents, editors, builds or git obey. */
  readonly configuration: readonly string[];
  readonly refusals: readonly Refusal[];
  /** The same by repository; this one comes first. */
  readonly parts: readonly RestorePart[];
  /** The conversations that belong to the files, where they change together. */
  readonly sessions?: SessionChange;
}

/** Plans a restore. */
export async function planRestore(repository: Repository, request: RestoreRequest): Promise<RestorePlan> {
  if (request.merge && request.staged) throw new Failure('usage', '--merge and --staged exclude each other');
  await recoverRestore(repository);
  const { engine } = repository;
  const checkpoint = await loadGiven(repository, request.checkpoint);
  refuseWordsOnly(checkpoint);
  const now = await takeSnapshot(engine, comparingLimits(repository));
  const paths = request.paths === undefined ? undefined : pathsFromTop(repository, request.paths);
  const merge = request.merge === true;
  const terms = await termsOf(repository, checkpoint, request);
  const repositories = repositoriesIn(checkpoint, now);
  const own = paths === undefined ? undefined : paths.filter((path) => !isAtOrBelow(path, repositories));
  const outer = await planPart(engine, defined({ checkpoint, now, repositories, terms, merge, paths: own }));
  const moved = outer.kept.filter(({ why }) => why === 'submodule').map(({ path }) => path);
  const nested = await planNested(repository, defined({ checkpoint, now, moved, terms, merge, paths }));
  const subject = { number: checkpoint.number, uid: checkpoint.note.uid };
  const whole = !merge && (paths === undefined || paths.includes(''));
  return defined({
    ...combineParts(outer, nested),
    checkpoint,
    now,
    tree: outer.tree,
    distance: await findHeadDistance(engine, checkpoint.base, now.status.head),
    kind: 'restore',
    subject,
    goesOn: whole ? subject : undefined,
  });
}

/** Repositories inside of the working tree, now or then. */
function repositoriesIn({ note }: Checkpoint, now: Snapshot): string[] {
  return [...new Set([...now.nested, ...(note.nested ?? [])].map(({ path }) => path))];
}

/** What the user said, and whether the checkpoint is by somebody whom the user does not know. */
export async function termsOf(
  repository: Repository,
  checkpoint: Checkpoint,
  request: Pick<RestoreRequest, 'force' | 'forcePaths' | 'staged'>,
): Promise<Terms> {
  return {
    foreign: !(await readProvenance(repository))(checkpoint).trusted,
    force: request.force === true,
    forced: new Set(pathsFromTop(repository, request.forcePaths ?? [])),
    staged: request.staged === true,
  };
}

/** The tree of a summary is its commit's: restoring it would throw the work away that it is about. */
export function refuseWordsOnly({ number, note }: Checkpoint): void {
  if (note.mode !== 'summary') return;
  throw new Failure('fatal', `checkpoint ${number} keeps words only; it has no files to restore`, {
    hint: `Read it with \`git checkpoint resume ${number}\`.`,
  });
}
