import { useEffect, useState } from 'preact/hooks';
import type { PackJson } from '../../api.ts';
import { ask } from '../client.ts';
import { exported } from '../exported.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Show } from '../parts/loading.tsx';
import { useLoaded } from '../use-loaded.ts';
import { number as words } from '../words.ts';
import { PackBar } from './pack-bar.tsx';

const USUAL = 5000;
const SETTLE_MS = 200;

/** What the next session reads, and what falls out when it may read less. */
export function Pack({ number }: { number: number }) {
  const [budget, setBudget] = useState(USUAL);
  const [settled, setSettled] = useState(USUAL);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(budget), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [budget]);
  const loaded = useLoaded(`${number} ${settled}`, () =>
    ask<PackJson>(`/api/checkpoints/${number}/pack?budget=${settled}`),
  );
  return (
    <div class="pack">
      {exported === undefined && (
        <label class="budget">
          <span class="label">Budget: {words(budget)} tokens</span>
          <input
            type="range"
            min="500"
            max="10000"
            step="250"
            value={budget}
            aria-valuetext={`${budget} tokens`}
            onInput={(event) => setBudget(Number(event.currentTarget.value))}
          />
        </label>
      )}
      <Show of={loaded}>
        {(pack) => (
          <>
            <PackBar pack={pack} budget={settled} />
            <LeftOut pack={pack} />
            <h3>
              What it reads <CopyButton label="Copy pack" text={pack.text} />
            </h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
            <pre class="text-box wrapped" tabIndex={0}>
              {pack.text}
            </pre>
          </>
        )}
      </Show>
    </div>
  );
}

function LeftOut({ pack: { sections } }: { pack: PackJson }) {
  const out = sections.filter(({ left_out: left }) => left !== '');
  if (out.length === 0) return <p class="quiet">Nothing had to be left out.</p>;
  return (
    <section class="fact-field">
      <h3>Left out</h3>
      <ul>
        {out.map(({ section, name, left_out: left }) => (
          <li key={`${section} ${name}`}>
            <b>{name || section}</b> <span class="quiet">{left}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
