import type { Checkpoint } from '../core/checkpoint.ts';
import { describeError, Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { removeScratch } from '../local/scratch.ts';
import type { Repository } from '../open/repository.ts';
import { applyMoves } from './apply-moves.ts';
import { completeRestore } from './complete-restore.ts';
import { endAll, placeChanges } from './end-all.ts';
import { refuseWhilePending, whileHolding } from './holder.ts';
import { beginJournal, dropJournal, type NamedCheckpoint, type RestoreJournal } from './journal.ts';
import { journalOf, type StampedPart, withStamps } from './journal-of.ts';
import { changes, type OpenPart, withParts } from './open-parts.ts';
import type { RestorePlan } from './plan.ts';
import { proveSafety } from './prove-safety.ts';
import { differencesFrom } from './prove-tree.ts';
import { refusalFailure } from './refusal-failure.ts';

/** What a restore did. */
export interface RestoreOutcome {
  readonly plan: RestorePlan;
  readonly written: number;
  readonly deleted: number;
  /** What was there before; absent when there was nothing to do. */
  readonly safety?: NamedCheckpoint;
  /** Where the working tree is not what it should be: nowhere, when it is proved. */
  readonly differences: readonly TreeChange[];
}

/** Saves what is there and answers the checkpoint that holds it. */
type SaveSafetyCopy = (plan: RestorePlan) => Promise<Checkpoint>;

/** Carries a plan out: saves what is there, changes what differs, proves the result. */
export async function applyPlan(
  repository: Repository,
  plan: RestorePlan,
  saveSafetyCopy: SaveSafetyCopy,
): Promise<RestoreOutcome> {
  const { engine } = repository;
  if (plan.refusals.length > 0) throw refusalFailure(plan.refusals);
  refuseWhilePending(engine.place);
  if (!plan.parts.some(changes)) return { plan, written: 0, deleted: 0, differences: [] };
  return withParts(engine, plan.parts, async (open) => {
    try {
      for (const part of open) await stageFiles(part);
      // Looked at before the safety checkpoint reads the files.
      const parts = open.map(withStamps);
      const safety = requireSameTrees(plan, open, await saveSafetyCopy(plan));
      for (const part of open) await proveSafety(part.engine, part);
      const journal = journalOf(plan, parts, safety);
      beginOrRefuse(engine.place, journal);
      const differences = await whileHolding(engine.place, () => carryOut(repository, { plan, journal, parts }));
      const written = plan.steps.filter(({ to }) => to !== undefined).length;
      return { plan, written, deleted: plan.steps.length - written, safety, differences };
    } finally {
      for (const { staged } of open) removeScratch(staged);
    }
  });
}

/** The step that needs room on the disk and every object: what fails here has changed nothing. */
async function stageFiles({ engine, tree, staged, steps }: OpenPart): Promise<void> {
  const paths = steps.filter(({ to }) => to !== undefined).map(({ path }) => path);
  try {
    await engine.worktree.checkoutFiles(tree, staged, paths);
  } catch (cause) {
    const advice = cause instanceof Failure && cause.hint !== undefined ? ` ${cause.hint}` : '';
    throw new Failure('fatal', describeError(cause), { hint: `Nothing was changed.${advice}`, cause });
  }
}

function beginOrRefuse(place: RepositoryPaths, journal: RestoreJournal): void {
  if (beginJournal(place, journal)) return;
  refuseWhilePending(place);
  throw new Failure('no', 'another restore ended just now', { hint: 'Nothing was changed. Try again.' });
}

function requireSameTrees(
  plan: RestorePlan,
  parts: readonly OpenPart[],
  { number, tree, note }: Checkpoint,
): NamedCheckpoint {
  const isSame = ({ path, now }: OpenPart) => {
    const held = path === '' ? tree : note.nested?.find((one) => one.path === path)?.tree;
    // A submodule that is just as its commit is held by that.
    return held === undefined ? now.changes.length === 0 : held === now.tree;
  };
  if (tree === plan.now.tree && parts.every(isSame)) return { number, uid: note.uid };
  throw new Failure('no', 'the working tree changed after the restore was planned', {
    hint: `Nothing was restored. Checkpoint ${number} holds what is there now; try again.`,
  });
}

interface Work {
  readonly plan: RestorePlan;
  readonly journal: RestoreJournal;
  readonly parts: readonly StampedPart[];
}

async function carryOut(repository: Repository, { plan, journal, parts }: Work): Promise<readonly TreeChange[]> {
  const differences: TreeChange[] = [];
  try {
    for (const part of parts) move(part);
    for (const part of parts) differences.push(...(await prove(part, journal)));
    for (const { engine, index } of parts) if (index?.kind === 'write') await engine.worktree.writeIndex(index.to);
  } catch (cause) {
    throw await takeBack(repository, journal, cause);
  }
  await completeRestore(repository, journal, plan.kind === 'restore' ? plan.checkpoint.note.summary : undefined);
  return differences;
}

function move({ engine, staged, stamped }: StampedPart): void {
  const { root, prefix } = engine.place;
  const moves = stamped.map(({ path, to, stamp }) => ({ path, writes: to !== undefined, expected: stamp }));
  applyMoves({ root, staged, moves, standing: prefix.replace(/\/$/, '') });
}

async function prove({ engine, path }: StampedPart, journal: RestoreJournal): Promise<readonly TreeChange[]> {
  const files = path === '' ? journal : journal.nested?.find((one) => one.path === path);
  if (files === undefined) return [];
  const differences = await differencesFrom(engine, {
    tree: files.to,
    touched: files.steps.map((step) => step.path),
    untracked: files.untracked,
    unreadable: new Set(files.unreadable),
  });
  return path === '' ? differences : placeChanges(differences, path);
}

/** A restore that fails half-way is taken back at once. */
async function takeBack({ engine }: Repository, journal: RestoreJournal, cause: unknown): Promise<Failure> {
  const { safety } = journal;
  try {
    const { differences } = await endAll(engine, journal, 'old');
    dropJournal(engine.place);
    const changed = differences.map(({ path }) => path).join(', ');
    return new Failure('fatal', describeError(cause), {
      hint:
        changed === ''
          ? 'Everything was put back as it was.'
          : `Everything was put back as it was, except what changed meanwhile: ${changed}. Checkpoint ${safety.number} has the rest.`,
      cause,
    });
  } catch (second) {
    return new Failure('fatal', `${describeError(cause)}; and it could not be taken back: ${describeError(second)}`, {
      hint: `Nothing is lost: checkpoint ${safety.number} holds what was there. The next git checkpoint command goes on.`,
      cause,
    });
  }
}
