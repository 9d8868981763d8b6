import { useState } from 'preact/hooks';
import type { PlanJson } from '../../api.ts';
import { tell } from '../client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Show } from '../parts/loading.tsx';
import { useLoaded } from '../use-loaded.ts';
import { undoPlan } from './apply.ts';
import { PlanBanner } from './plan-banner.tsx';

interface Undoing {
  readonly about: string;
  readonly plan?: PlanJson;
}

/** What undoing the last operation would do. */
export function UndoSheet() {
  const [busy, setBusy] = useState(false);
  const loaded = useLoaded('undo', () => tell<Undoing>('/api/undo/plan'));
  const undo = async (plan: PlanJson | undefined) => {
    setBusy(true);
    await undoPlan(plan);
    setBusy(false);
  };
  return (
    <Dialog title="Undo">
      <Show of={loaded}>
        {({ about, plan }) => (
          <>
            <p>
              The last operation was a <b>{about}</b>.
            </p>
            {plan !== undefined && <PlanBanner plan={plan} />}
            {plan !== undefined && (
              <ul class="steps">
                {plan.steps.map(({ action, path }) => (
                  <li key={path} class="step">
                    <span class={`chip action-${action}`}>{action}</span> <span class="path">{path}</span>
                  </li>
                ))}
              </ul>
            )}
            <footer class="buttons">
              <button type="button" class="primary" disabled={busy} onClick={() => void undo(plan)}>
                {busy ? 'Undoing…' : 'Undo it'}
              </button>
            </footer>
          </>
        )}
      </Show>
    </Dialog>
  );
}
