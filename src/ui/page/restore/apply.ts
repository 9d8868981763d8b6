import type { AppliedJson, PlanJson, UndoPlanJson } from '../../api.ts';
import { tell } from '../client.ts';
import { refresh } from '../load.ts';
import { closeSheet } from '../parts/dialog.tsx';
import { complain } from '../report.ts';
import { update } from '../store.ts';

interface Choice {
  readonly merge: boolean;
  readonly left: ReadonlySet<string>;
}

/** Carries out the plan that is on the screen. With files left out it is another plan, of which the server tells the digest. */
export async function applyPlan(plan: PlanJson, { merge, left }: Choice): Promise<void> {
  const path = `/api/checkpoints/${plan.number}`;
  await attempt(async () => {
    const paths = plan.steps.map((step) => step.path).filter((name) => !left.has(name));
    const some = left.size === 0 ? {} : { paths };
    const chosen = left.size === 0 ? plan : await tell<PlanJson>(`${path}/plan`, { merge, ...some });
    requireSame(plan, chosen, paths);
    const applied = await tell<AppliedJson>(`${path}/restore`, { merge, ...some, digest: chosen.digest });
    sayRestored(`Restored checkpoint ${plan.number}`, applied);
  });
}

/** Confirming some of the files confirms these and no other. */
function requireSame(shown: PlanJson, chosen: PlanJson, paths: readonly string[]): void {
  const known = new Map(shown.steps.map((step) => [step.path, step.action]));
  const same = chosen.steps.every(({ path, action }) => paths.includes(path) && known.get(path) === action);
  if (!same) throw new Error('The working tree changed since the plan was shown; nothing was changed.');
}

export async function undoPlan({ operation, plan }: UndoPlanJson): Promise<void> {
  await attempt(async () => {
    const applied = await tell<AppliedJson | { readonly undone: string }>('/api/undo', {
      ...(operation === undefined ? {} : { operation }),
      ...(plan === undefined ? {} : { digest: plan.digest }),
    });
    if ('undone' in applied) update({ toast: { tone: 'good', text: `Undone: ${applied.undone}` } });
    else sayRestored('Undone', applied);
  });
}

export async function restoreElsewhere({ number, commit }: PlanJson, branch: string | undefined): Promise<void> {
  await attempt(async () => {
    const { folder } = await tell<{ readonly folder: string }>(
      `/api/checkpoints/${number}/worktree`,
      branch === undefined ? { commit } : { commit, branch },
    );
    update({ toast: { tone: 'good', text: `Checkpoint ${number} lies in ${folder}` } });
  });
}

function sayRestored(text: string, { verified, safety, differences, operation }: AppliedJson): void {
  const undo = operation === undefined ? {} : { undo: operation };
  const back = safety === undefined ? undo : { ...undo, safety };
  update({
    toast: verified
      ? { tone: 'good', text: `${text} and verified.`, ...back }
      : { tone: 'bad', text: `${text}, but these files differ: ${differences.join(', ')}.`, ...back },
  });
}

async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action();
    closeSheet();
    await refresh();
  } catch (error) {
    complain(error);
  }
}
