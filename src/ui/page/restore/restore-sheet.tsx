import { useState } from 'preact/hooks';
import type { PlanJson } from '../../api.ts';
import { tell } from '../client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Show } from '../parts/loading.tsx';
import { useLoaded } from '../use-loaded.ts';
import { counted } from '../words.ts';
import { applyPlan, restoreElsewhere } from './apply.ts';
import { Elsewhere } from './elsewhere.tsx';
import { ModeChoice, type RestoreMode } from './mode-choice.tsx';
import { PlanBanner, PlanName } from './plan-banner.tsx';
import { PlanDiff } from './plan-diff.tsx';
import { PlanSteps } from './plan-steps.tsx';
import { SafetyCopy } from './safety-copy.tsx';

/** What a restore would do, file by file, before it does it. */
export function RestoreSheet({ number }: { number: number }) {
  const [mode, setMode] = useState<RestoreMode>('overwrite');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [lines, setLines] = useState(false);
  const [busy, setBusy] = useState(false);
  const merge = mode === 'merge';
  const loaded = useLoaded(`${number} ${merge}`, () => tell<PlanJson>(`/api/checkpoints/${number}/plan`, { merge }));
  const run = async (action: () => Promise<void>) => {
    setBusy(true);
    await action();
    setBusy(false);
  };
  return (
    <Dialog title={`Restore checkpoint ${number}`} wide>
      <ModeChoice mode={mode} choose={setMode} />
      <Show of={loaded}>
        {(plan) =>
          mode === 'worktree' || mode === 'branch' ? (
            <Elsewhere mode={mode} busy={busy} restore={(branch) => run(() => restoreElsewhere(plan, branch))} />
          ) : (
            <>
              <PlanName plan={plan} />
              <PlanBanner plan={plan} />
              <PlanSteps plan={plan} left={left} change={setLeft} />
              <PlanDiff number={number} merge={merge} open={lines} change={setLines} />
              <Confirm
                plan={plan}
                chosen={plan.steps.filter(({ path }) => !left.has(path)).length}
                busy={busy}
                apply={() => run(() => applyPlan(plan, { merge, left }))}
              />
            </>
          )
        }
      </Show>
    </Dialog>
  );
}

interface ConfirmProps {
  readonly plan: PlanJson;
  readonly chosen: number;
  readonly busy: boolean;
  readonly apply: () => Promise<void>;
}

function Confirm({ plan, chosen, busy, apply }: ConfirmProps) {
  const refused = plan.refusals.length > 0 || plan.configuration.length > 0;
  if (plan.steps.length === 0) return <p class="notice good">The working tree is this checkpoint already.</p>;
  return (
    <footer class="buttons">
      <SafetyCopy number={plan.safety} />
      <button type="button" class="primary" disabled={refused || busy || chosen === 0} onClick={() => void apply()}>
        {busy ? 'Restoring…' : `Restore ${counted(chosen, 'file')}`}
      </button>
    </footer>
  );
}
