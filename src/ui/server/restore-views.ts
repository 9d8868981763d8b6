import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { loadNamed, type Repository } from '../../open/repository.ts';
import { compareWithPlan } from '../../repository/compare.ts';
import { expectedNumber } from '../../repository/expected-number.ts';
import { listOperations } from '../../repository/operations.ts';
import { applyRestore } from '../../repository/restore.ts';
import { planUndoing, undoOnCheckpoints } from '../../repository/undo.ts';
import type { RestoreOutcome } from '../../restore/apply-restore.ts';
import { planElsewhere, restoreElsewhere } from '../../restore/elsewhere.ts';
import { planRestore, type RestorePlan } from '../../restore/plan.ts';
import { digestOf } from '../../restore/plan-digest.ts';
import { describeRefusal } from '../../restore/refusal-failure.ts';
import type { AppliedJson, PatchJson, PlanJson, UndoPlanJson } from '../api.ts';
import { type Call, loadShown, pathsOf, textOf } from './call.ts';
import { patchJson } from './checkpoint-views.ts';

/** What a restore would do; nothing is changed. */
export async function planRestoreView(call: Call): Promise<PlanJson> {
  return planJson(call.repository, await planOf(call));
}

/** The lines that a restore would change. */
export async function patchPlanView(call: Call): Promise<PatchJson> {
  return patchJson(call.repository, await compareWithPlan(call.repository, await planOf(call)));
}

/** Carries out exactly the plan that was shown: its digest must be given. */
export async function applyRestoreView(call: Call): Promise<AppliedJson> {
  const plan = await planOf(call);
  requireDigest(plan, textOf(call.body['digest'], 'digest'));
  return appliedJson(call.repository, await applyRestore(call.repository, plan));
}

/** Checks a checkpoint out in a new worktree, with a new branch when one is named. */
export async function restoreElsewhereView({ repository, body, params }: Call): Promise<{ readonly folder: string }> {
  const branch = body['branch'] === undefined ? undefined : textOf(body['branch'], 'branch');
  const checkpoint = await loadShown(repository, params['id'] ?? '', body['commit']);
  const plan = await planElsewhere(repository, defined({ checkpoint, branch }));
  if (plan.configuration.length > 0) throw foreignFiles(plan.configuration, checkpoint.number);
  return { folder: (await restoreElsewhere(repository, plan)).plan.folder };
}

/** What undo would undo: the operation that is named, or the last one. */
export async function planUndoView({ repository, body }: Call): Promise<UndoPlanJson> {
  const undoing = await planUndoing(repository, defined({ operation: operationOf(body['operation']) }));
  const { number, kind = 'restore', time, checkpoints = [] } = undoing.operation ?? {};
  const facts = { operation: number, about: kind, time, checkpoints };
  return defined({
    ...facts,
    plan: undoing.kind === 'restore' ? await planJson(repository, undoing.plan) : undefined,
  });
}

/** Undoes the operation that was shown, and of a restore only by the plan that was shown. */
export async function undoView({ repository, body }: Call): Promise<AppliedJson | { readonly undone: string }> {
  const operation = operationOf(body['operation']);
  const undoing = await planUndoing(repository, defined({ operation }));
  if (undoing.kind === 'restore') {
    requireDigest(undoing.plan, textOf(body['digest'], 'digest'));
    return appliedJson(repository, await applyRestore(repository, undoing.plan));
  }
  if (undoing.operation.number !== operation)
    throw new Failure('no', 'something else was done since; nothing was undone', {
      hint: 'Look at what would be undone now and confirm that.',
    });
  await undoOnCheckpoints(repository, undoing.operation);
  return { undone: undoing.operation.kind };
}

function operationOf(value: unknown): number | undefined {
  if (value === undefined || (typeof value === 'number' && Number.isInteger(value))) return value;
  throw new Failure('usage', 'operation is not a number');
}

async function planOf({ repository, params, body }: Call): Promise<RestorePlan> {
  const checkpoint = await loadNamed(repository, params['id'] ?? '');
  return planRestore(repository, defined({ checkpoint, paths: pathsOf(body['paths']), merge: body['merge'] === true }));
}

function requireDigest(plan: RestorePlan, digest: string): void {
  if (digest !== digestOf(plan))
    throw new Failure('no', 'the working tree changed since the plan was shown; nothing was changed', {
      hint: 'Look at the new plan and confirm that.',
    });
  if (plan.configuration.length > 0) throw foreignFiles(plan.configuration, plan.checkpoint.number);
}

function foreignFiles(paths: readonly string[], number: number): Failure {
  return new Failure(
    'no',
    `someone else's checkpoint contains files that can run code: ${paths.slice(0, 5).join(', ')}`,
    {
      hint: `Allow them on a terminal: git checkpoint restore ${number}`,
    },
  );
}

async function planJson(repository: Repository, plan: RestorePlan): Promise<PlanJson> {
  const { note, number } = plan.checkpoint;
  const { ahead = 0, behind = 0 } = plan.distance ?? {};
  const branch = plan.now.status.branch ?? '';
  return defined({
    number,
    commit: plan.checkpoint.commit,
    summary: note.summary,
    created: note.created,
    branch: note.context.branch,
    digest: digestOf(plan),
    safety: await expectedNumber(repository),
    steps: plan.steps.map(({ action, path, added, removed, loses }) =>
      defined({ action, path, added, removed, loses }),
    ),
    kept: plan.kept.map(({ path }) => path),
    refusals: plan.refusals.map((refusal) => describeRefusal(refusal).message),
    conflicts: plan.conflicts.map(({ path }) => path),
    configuration: plan.configuration,
    moved:
      branch === note.context.branch && plan.distance === undefined
        ? undefined
        : { branch, from_branch: note.context.branch, ahead, behind },
  });
}

function appliedJson(repository: Repository, { safety, differences }: RestoreOutcome): AppliedJson {
  return defined({
    operation: listOperations(repository, 1)[0]?.number,
    safety: safety === undefined ? undefined : Number(safety.number),
    verified: differences.length === 0,
    differences: differences.map(({ path }) => path),
  });
}
