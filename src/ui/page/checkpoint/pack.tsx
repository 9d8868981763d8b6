import { useEffect, useState } from 'preact/hooks';
import type { PackJson } from '../../api.ts';
import { ask } from '../client.ts';
import { exported } from '../exported.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Show } from '../parts/loading.tsx';
import { Shares } from '../parts/shares.tsx';
import { useLoaded } from '../use-loaded.ts';
import { number as words } from '../words.ts';

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
  const loaded = useLoaded(
    `${number} ${settled}`,
    () => ask<PackJson>(`/api/checkpoints/${number}/pack?budget=${settled}`),
    { stays: true },
  );
  return (
    <div class="pack">
      <div class="pack-parts">
        {exported === undefined ? (
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
        ) : (
          <p class="quiet">
            The pack within {words(USUAL)} tokens. Another budget packs anew, for which <code>git checkpoint ui</code>{' '}
            is needed.
          </p>
        )}
        <Show of={loaded}>{(pack) => <PackParts pack={pack} budget={settled} />}</Show>
      </div>
      <section class="pack-text">
        <Show of={loaded}>
          {(pack) => (
            <>
              <h3 class="with-button">
                What the next session reads <CopyButton label="Copy pack" text={pack.text} />
              </h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
              <pre class="text-box wrapped" tabIndex={0}>
                {pack.text}
              </pre>
            </>
          )}
        </Show>
      </section>
    </div>
  );
}

/** What needs no word beside it: the part is there in full. */
const FULL = new Set(['all', 'whole']);

function PackParts({ pack: { sections, tokens }, budget }: { pack: PackJson; budget: number }) {
  const percent = Math.round((100 * tokens) / budget);
  const shares = sections.map(({ section, name, level, tokens: amount, left_out: left }) => {
    const remark = left === '' ? level : `${level}, left out: ${left}`;
    const part = { name: name || section.replaceAll('_', ' '), amount, words: words(amount) };
    if (amount === 0) return { ...part, out: true, remark: `left out: ${left}` };
    return FULL.has(remark) ? part : { ...part, remark };
  });
  return <Shares title={`${words(tokens)} of ${words(budget)} tokens (${percent} %)`} shares={shares} whole={budget} />;
}
