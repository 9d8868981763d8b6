import { showBytes } from '../../../core/size.ts';
import type { FindingJson, SharingJson, UsageJson } from '../../api.ts';
import { ask } from '../client.ts';
import { Show } from '../parts/loading.tsx';
import { useStore } from '../store.ts';
import { useLoaded } from '../use-loaded.ts';
import { number } from '../words.ts';
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
          <span>{number(overview.total)} checkpoints</span>
          <span>summaries by a model: {overview.llm}</span>
          <span>git-checkpoint {overview.version}</span>
        </p>
      )}
      <section>
        <h2>Doctor</h2>
        <Show of={doctor}>{({ findings }) => <Findings findings={findings} />}</Show>
      </section>
      <section>
        <h2>Hooks</h2>
        <Show of={doctor}>{({ findings }) => <HookTimes findings={findings} />}</Show>
      </section>
      <section>
        <h2>Store</h2>
        <Show of={used}>{(usage) => <Store usage={usage} />}</Show>
      </section>
      <section>
        <h2>Sharing</h2>
        <Show of={sharing}>{(state) => <Sharing sharing={state} />}</Show>
      </section>
    </article>
  );
}

const WIDTH = 1000;

function Store({ usage: { parts, nested, repository, budget, prunable } }: { usage: UsageJson }) {
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const title = `${showBytes(total)} of ${showBytes(repository)} in this repository's object store`;
  let x = 0;
  return (
    <figure class="pack-bar">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} 16`} preserveAspectRatio="none" height="16" role="img" aria-label={title}>
        <title>{title}</title>
        <rect class="gauge-back" x="0" y="0" width={WIDTH} height="16" />
        {parts.map(({ name, bytes }, at) => {
          const width = (bytes * WIDTH) / Math.max(1, repository, total);
          const start = x;
          x += width;
          return <rect key={name} class={`part-${at}`} x={start} y="0" width={width} height="16" />;
        })}
      </svg>
      <ul class="legend">
        {parts.map(({ name, bytes }, at) => (
          <li key={name}>
            <svg width="10" height="10" aria-hidden="true">
              <rect class={`part-${at}`} width="10" height="10" />
            </svg>{' '}
            {name} <b>{showBytes(bytes)}</b>
          </li>
        ))}
      </ul>
      <p class="quiet">
        Files and conversations may take {showBytes(budget)} before the oldest automatic checkpoints go.{' '}
        {nested > 0 && `Nested repositories hold another ${showBytes(nested)}. `}
        {prunable.checkpoints === 0
          ? 'Retention would remove nothing now.'
          : `Retention would remove ${number(prunable.checkpoints)} checkpoints now, which frees ${showBytes(prunable.bytes)}.`}
      </p>
    </figure>
  );
}
