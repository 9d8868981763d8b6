import { useState } from 'preact/hooks';
import { age } from '../../../core/age.ts';
import type { UndoPlanJson } from '../../api.ts';
import { tell } from '../client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Show } from '../parts/loading.tsx';
import { useLoaded } from '../use-loaded.ts';
import { undoPlan } from './apply.ts';
import { PlanBanner } from './plan-banner.tsx';
import { StepAction } from './plan-steps.tsx';
import { SafetyCopy } from './safety-copy.tsx';

/** What undoing an operation would do: the given one, or the last. */
export function UndoSheet({ operation }: { operation?: number }) {
  const [busy, setBusy] = useState(false);
  const loaded = useLoaded('undo', () =>
    tell<UndoPlanJson>('/api/undo/plan', operation === undefined ? {} : { operation }),
  );
  const undo = async (undoing: UndoPlanJson) => {
    setBusy(true);
    await undoPlan(undoing);
    setBusy(false);
  };
  return (
    <Dialog title="Undo">
      <Show of={loaded}>
        {(undoing) => (
          <>
            <About undoing={undoing} />
            {undoing.plan !== undefined && <PlanBanner plan={undoing.plan} />}
            {undoing.plan !== undefined && (
              <ul class="steps">
                {undoing.plan.steps.map(({ action, path }) => (
                  <li key={path} class="step">
                    <StepAction action={action} />
                    <span class="path">{path}</span>
                  </li>
                ))}
              </ul>
            )}
            <footer class="buttons">
              {undoing.plan === undefined ? <span /> : <SafetyCopy number={undoing.plan.safety} />}
              <button type="button" class="primary" disabled={busy} onClick={() => void undo(undoing)}>
                {busy ? 'Undoing…' : 'Undo it'}
              </button>
            </footer>
          </>
        )}
      </Show>
    </Dialog>
  );
}

function About({ undoing: { about, time, checkpoints, plan } }: { undoing: UndoPlanJson }) {
  const [first] = checkpoints;
  const name = first?.summary === undefined ? '' : ` "${first.summary}"`;
  return (
    <p>
      This undoes the <b>{about}</b> of {checkpoints.length > 1 ? `${checkpoints.length} checkpoints` : 'checkpoint'}{' '}
      {checkpoints.length > 1 ? '' : `${first?.number ?? ''}${name}`}
      {time !== undefined && `, ${age(new Date(time), new Date())}`}
      {plan !== undefined && `, and puts back what checkpoint ${plan.number} holds`}.
    </p>
  );
}
