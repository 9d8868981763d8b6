import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError, Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { diskPath, obstacleFinder } from '../git/disk-path.ts';
import { fingerprintOf } from '../local/fingerprint.ts';
import { thisProcess } from '../local/owner.ts';
import { removeScratch, scratchPath } from '../local/scratch.ts';
import type { Repository } from '../open/repository.ts';
import { applyMoves } from './apply-moves.ts';
import { completeRestore } from './complete-restore.ts';
import { endRestore } from './end-restore.ts';
import { refuseWhilePending, whileHolding } from './holder.ts';
import { beginJournal, dropJournal, type JournalStep, type NamedCheckpoint, type RestoreJournal } from './journal.ts';
import type { RestorePlan } from './plan.ts';
import { proveSafety } from './prove-safety.ts';
import { differencesFrom } from './prove-tree.ts';
import { refusalFailure } from './refusal-failure.ts';
import type { Step } from './steps.ts';

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
export type SaveSafetyCopy = (plan: RestorePlan) => Promise<Checkpoint>;

/** Carries a plan out: saves what is there, changes what differs, proves the result. */
export async function applyPlan(
  repository: Repository,
  plan: RestorePlan,
  saveSafetyCopy: SaveSafetyCopy,
): Promise<RestoreOutcome> {
  const { engine } = repository;
  if (plan.refusals.length > 0) throw refusalFailure(plan.refusals);
  refuseWhilePending(engine.place);
  if (plan.steps.length === 0 && plan.index?.kind !== 'write') return { plan, written: 0, deleted: 0, differences: [] };
  const staged = scratchPath(engine.place, 'restore-');
  try {
    const writes = plan.steps.filter(({ to }) => to !== undefined);
    await stageFiles(engine, { tree: plan.tree, folder: staged, paths: writes.map(({ path }) => path) });
    // Looked at before the safety checkpoint reads the files: what has the same stamp later is what was saved.
    const steps = withStamps(engine.place.root, plan.steps);
    const safety = requireSameTree(plan, await saveSafetyCopy(plan));
    await proveSafety(engine, plan);
    const journal = journalOf(plan, { steps, safety });
    beginOrRefuse(engine.place, journal);
    const differences = await whileHolding(engine.place, async () => {
      const found = await apply(repository, journal, staged);
      const summary = plan.kind === 'restore' ? plan.checkpoint.note.summary : undefined;
      await completeRestore(repository, journal, summary);
      return found;
    });
    return { plan, written: writes.length, deleted: steps.length - writes.length, safety, differences };
  } finally {
    removeScratch(staged);
  }
}

/** The step that needs room on the disk and every object: what fails here has changed nothing. */
async function stageFiles(
  engine: Repository['engine'],
  { tree, folder, paths }: { readonly tree: string; readonly folder: string; readonly paths: readonly string[] },
): Promise<void> {
  try {
    await engine.worktree.checkoutFiles(tree, folder, paths);
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

function withStamps(root: string, steps: readonly Step[]): JournalStep[] {
  const obstacle = obstacleFinder(root);
  return steps.map((step) => {
    // Behind a link lies somebody else's file.
    const stamp = obstacle(step.path) === undefined ? fingerprintOf(diskPath(root, step.path)) : undefined;
    return stamp === undefined ? step : { ...step, stamp };
  });
}

function requireSameTree(plan: RestorePlan, { number, tree, note }: Checkpoint): NamedCheckpoint {
  if (tree === plan.now.tree) return { number, uid: note.uid };
  throw new Failure('no', 'the working tree changed after the restore was planned', {
    hint: `Nothing was restored. Checkpoint ${number} holds what is there now; try again.`,
  });
}

function journalOf(
  plan: RestorePlan,
  made: { readonly steps: readonly JournalStep[]; readonly safety: NamedCheckpoint },
): RestoreJournal {
  const { now } = plan;
  const skipped = new Set(now.skipped.map(({ path }) => path));
  const hidden = new Set(plan.kept.filter(({ why }) => why === 'ignored-then').map(({ path }) => path));
  const entries = (untracked: boolean) => now.status.entries.filter(({ kind }) => (kind === 'untracked') === untracked);
  return defined({
    version: 1,
    holder: thisProcess(),
    checkpoint: plan.subject,
    safety: made.safety,
    kind: plan.kind,
    goesOn: plan.goesOn,
    from: now.tree,
    to: plan.tree,
    steps: made.steps,
    untracked: [
      ...entries(true)
        .map(({ path }) => path)
        .filter((path) => !skipped.has(path) && !hidden.has(path)),
      ...plan.alreadyThere,
    ],
    unreadable: entries(false)
      .filter(({ path, dirtySubmodule }) => skipped.has(path) && !dirtySubmodule)
      .map(({ path }) => path),
    ...(plan.index?.kind === 'write' ? { index: { from: plan.index.from, to: plan.index.to } } : {}),
    undoes: plan.undoes,
    sessions: plan.sessions,
  });
}

async function apply(repository: Repository, journal: RestoreJournal, staged: string): Promise<readonly TreeChange[]> {
  const { engine } = repository;
  const { root, prefix } = engine.place;
  const { steps, index } = journal;
  try {
    const moves = steps.map(({ path, to, stamp }) => ({ path, writes: to !== undefined, expected: stamp }));
    applyMoves({ root, staged, moves, standing: prefix.replace(/\/$/, '') });
    const differences = await differencesFrom(engine, {
      tree: journal.to,
      touched: steps.map(({ path }) => path),
      untracked: journal.untracked,
      unreadable: new Set(journal.unreadable),
    });
    if (index !== undefined) await engine.worktree.writeIndex(index.to);
    return differences;
  } catch (cause) {
    throw await takeBack(repository, journal, cause);
  }
}

/** A restore that fails half-way is taken back at once. */
async function takeBack({ engine }: Repository, journal: RestoreJournal, cause: unknown): Promise<Failure> {
  const { safety } = journal;
  try {
    const { differences } = await endRestore(engine, journal, 'old');
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
