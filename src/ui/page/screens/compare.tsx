import type { CheckpointPageJson, PatchJson } from '../../api.ts';
import { compareFacts } from '../checkpoint/compare-facts.ts';
import { FactList } from '../checkpoint/fact-list.tsx';
import { ask } from '../client.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { exported } from '../exported.ts';
import { Show } from '../parts/loading.tsx';
import { Prose } from '../parts/prose.tsx';
import { checkpointAddress } from '../route.ts';
import { useLoaded } from '../use-loaded.ts';
import { moment } from '../words.ts';
import { type Happened, whatHappened } from './what-happened.ts';

type Described = CheckpointPageJson['checkpoint'];

/** What happened between two checkpoints: first what was known, then the files. */
export function Compare({ from, to }: { from: number; to: number }) {
  const loaded = useLoaded(`${from} ${to}`, async () => {
    const [before, after] = await Promise.all([
      ask<CheckpointPageJson>(`/api/checkpoints/${from}`),
      ask<CheckpointPageJson>(`/api/checkpoints/${to}`),
    ]);
    return { before: before.checkpoint, after: after.checkpoint, previous: after.previous?.number };
  });
  return (
    <Show of={loaded}>
      {({ before, after, previous }) => (
        <article class="checkpoint compare">
          <h1>
            From checkpoint {from} to {to}
          </h1>
          <div class="sides">
            <Side checkpoint={before} />
            <span class="sides-arrow" aria-hidden="true">
              →
            </span>
            <Side checkpoint={after} />
          </div>
          <h2>What happened</h2>
          <WhatHappened happened={whatHappened(before, after)} />
          <details>
            <summary>Everything that was known, field by field</summary>
            <Knowledge before={before} after={after} />
          </details>
          <h2>Files</h2>
          <FilesBetween from={from} to={to} neighbours={previous === from} />
        </article>
      )}
    </Show>
  );
}

/** An exported page has the differences of neighbours alone. */
function FilesBetween({ from, to, neighbours }: { from: number; to: number; neighbours: boolean }) {
  if (exported !== undefined && !neighbours)
    return (
      <p class="notice">
        An exported page has the lines that differ from the checkpoint before, and no others.{' '}
        <code>
          git checkpoint diff {from} {to}
        </code>{' '}
        shows these.
      </p>
    );
  return <Lines from={from} to={to} />;
}

function Lines({ from, to }: { from: number; to: number }) {
  const loaded = useLoaded(`${from} ${to}`, () => ask<PatchJson>(`/api/checkpoints/${to}/patch?against=${from}`));
  return <Show of={loaded}>{(patch) => <DiffView {...patch} empty="No file differs." />}</Show>;
}

function Side({ checkpoint: { number, summary, created } }: { checkpoint: Described }) {
  return (
    <section class="side">
      <p class="facts">
        <a href={checkpointAddress(number)}>Checkpoint {number}</a> <span>{moment(created)}</span>
      </p>
      <p dir="auto">{summary}</p>
    </section>
  );
}

function WhatHappened({ happened }: { happened: readonly Happened[] }) {
  if (happened.length === 0) return <p class="quiet">Nothing was decided, done or settled between them.</p>;
  return (
    <div class="facts-list">
      {happened.map(({ title, tone, mark, items }) => (
        <section key={title} class="fact-field">
          <h3>{title}</h3>
          <ul>
            {items.map((text) => (
              <li key={text} class={`happened ${tone}`}>
                <span class="mark">{mark}</span>
                <span class="fact-text" dir="auto">
                  <Prose text={text} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Knowledge({ before, after }: { before: Described; after: Described }) {
  const fields = compareFacts(after.analysis, before.analysis)
    .map((field) => ({ ...field, facts: field.facts.filter(({ change }) => change !== 'same') }))
    .filter(({ facts }) => facts.length > 0);
  return fields.length === 0 ? <p class="quiet">The same was known.</p> : <FactList fields={fields} />;
}
