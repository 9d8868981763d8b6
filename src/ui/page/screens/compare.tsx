import type { CheckpointPageJson, PatchJson } from '../../api.ts';
import { compareFacts } from '../checkpoint/compare-facts.ts';
import { FactList } from '../checkpoint/fact-list.tsx';
import { ask } from '../client.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { Show } from '../parts/loading.tsx';
import { checkpointAddress } from '../route.ts';
import { useLoaded } from '../use-loaded.ts';
import { moment } from '../words.ts';

type Described = CheckpointPageJson['checkpoint'];

/** What happened between two checkpoints: first what was known, then the files. */
export function Compare({ from, to }: { from: number; to: number }) {
  const loaded = useLoaded(`${from} ${to}`, async () => {
    const [before, after, patch] = await Promise.all([
      ask<CheckpointPageJson>(`/api/checkpoints/${from}`),
      ask<CheckpointPageJson>(`/api/checkpoints/${to}`),
      ask<PatchJson>(`/api/checkpoints/${to}/patch?against=${from}`),
    ]);
    return { before: before.checkpoint, after: after.checkpoint, patch };
  });
  return (
    <Show of={loaded}>
      {({ before, after, patch }) => (
        <article class="checkpoint">
          <h1>
            From checkpoint {from} to {to}
          </h1>
          <div class="two">
            <Side checkpoint={before} />
            <Side checkpoint={after} />
          </div>
          <h2>What was known</h2>
          <Knowledge before={before} after={after} />
          <h2>Files</h2>
          <DiffView {...patch} empty="No file differs." />
        </article>
      )}
    </Show>
  );
}

function Side({ checkpoint: { number, summary, created } }: { checkpoint: Described }) {
  return (
    <section class="here-card">
      <div>
        <a href={checkpointAddress(number)}>Checkpoint {number}</a> <span class="quiet">{moment(created)}</span>
        <p>{summary}</p>
      </div>
    </section>
  );
}

function Knowledge({ before, after }: { before: Described; after: Described }) {
  const fields = compareFacts(after.analysis, before.analysis)
    .map((field) => ({ ...field, facts: field.facts.filter(({ change }) => change !== 'same') }))
    .filter(({ facts }) => facts.length > 0);
  return fields.length === 0 ? <p class="quiet">The same was known.</p> : <FactList fields={fields} />;
}
