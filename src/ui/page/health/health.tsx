import { showBytes } from '../../../core/size.ts';
import type { FindingJson, SharingJson, UsageJson } from '../../api.ts';
import { ask } from '../client.ts';
import { Show } from '../parts/loading.tsx';
import { Shares } from '../parts/shares.tsx';
import { useStore } from '../store.ts';
import { useLoaded } from '../use-loaded.ts';
import { counted } from '../words.ts';
import { Findings } from './findings.tsx';
import { HookTimes } from './hook-times.tsx';
import { Sharing } from './sharing.tsx';

/** Whether everything that saves by itself is in order, what it takes, and what would leave. */
export function Health() {
  const overview = useStore((state) => state.overview);
  const doctor = useLoaded('health', () => ask<{ readonly findings: readonly FindingJson[] }>('/api/health'));
  const used = useLoaded('usage', () => ask<UsageJson>('/api/usage'));
  const sharing = useLoaded('sharing', () => ask<SharingJson>('/api/sharing'));
  return (
    <article class="health">
      <h1>Health</h1>
      {overview !== undefined && (
        <p class="facts">
          <span>{counted(overview.total, 'checkpoint')}</span>
          <span>summaries by a model: {overview.llm}</span>
          <span>git-checkpoint {overview.version}</span>
        </p>
      )}
      <div class="two">
        <section class="panel">
          <h2>Doctor</h2>
          <Show of={doctor}>{({ findings }) => <Findings findings={findings} />}</Show>
        </section>
        <div>
          <section class="panel">
            <h2>Hooks</h2>
            <Show of={doctor}>{({ findings }) => <HookTimes findings={findings} />}</Show>
          </section>
          <section class="panel">
            <h2>Store</h2>
            <Show of={used}>{(usage) => <Store usage={usage} />}</Show>
          </section>
          <section class="panel">
            <h2>Sharing</h2>
            <Show of={sharing}>{(state) => <Sharing sharing={state} />}</Show>
          </section>
        </div>
      </div>
    </article>
  );
}

function Store({ usage: { parts, nested, repository, budget, prunable } }: { usage: UsageJson }) {
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const shares = parts.map(({ name, bytes }) => ({ name, amount: bytes, words: showBytes(bytes) }));
  return (
    <>
      <Shares
        title={`${showBytes(total)} of ${showBytes(repository)} in this repository's object store`}
        shares={shares}
        whole={repository}
      />
      <p class="quiet after-shares">
        Files and conversations may take {showBytes(budget)} before the oldest automatic checkpoints go.{' '}
        {nested > 0 && `Nested repositories hold another ${showBytes(nested)}. `}
        {prunable.checkpoints === 0
          ? 'Retention would remove nothing now.'
          : `Retention would remove ${counted(prunable.checkpoints, 'checkpoint')} now, which frees ${showBytes(prunable.bytes)}.`}
      </p>
    </>
  );
}
