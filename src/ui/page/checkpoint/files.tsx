import { nestedWords } from '../../../core/nested-words.ts';
import { showBytes } from '../../../core/size.ts';
import { skipWords } from '../../../core/skip-words.ts';
import type { CheckpointPageJson, PatchJson } from '../../api.ts';
import { ask } from '../client.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { exported } from '../exported.ts';
import { Show } from '../parts/loading.tsx';
import { addressOf } from '../route.ts';
import { useLoaded } from '../use-loaded.ts';

/** What a checkpoint can be compared with. */
const sides = [
  { value: 'base', title: 'its commit' },
  { value: 'previous', title: 'the checkpoint before' },
  { value: 'worktree', title: 'the working tree' },
];

export function Files({ page: { checkpoint, previous }, against }: { page: CheckpointPageJson; against: string }) {
  const { number, nested = [], skipped } = checkpoint;
  const loaded = useLoaded(`${number} ${against}`, () =>
    ask<PatchJson>(`/api/checkpoints/${number}/patch?against=${encodeURIComponent(against)}`),
  );
  const go = (value: string) => {
    location.hash = addressOf({ screen: 'checkpoint', number, tab: 'files', part: value });
  };
  const other = sides.some(({ value }) => value === against) ? '' : against;
  return (
    <div>
      <div class="against">
        <label>
          <span class="label">Against</span>
          <select value={other === '' ? against : 'other'} onChange={(event) => go(event.currentTarget.value)}>
            {sides
              .filter(({ value }) => exported === undefined || value === 'base' || (value === 'previous' && previous))
              .map(({ value, title }) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            {other !== '' && <option value="other">checkpoint {other}</option>}
          </select>
        </label>
        {exported === undefined && (
          <label>
            <span class="label">or checkpoint</span>
            <input
              type="number"
              min="1"
              size={5}
              value={other}
              onChange={(event) => event.currentTarget.value !== '' && go(event.currentTarget.value)}
            />
          </label>
        )}
      </div>
      <Show of={loaded}>{(patch) => <DiffView {...patch} empty="No file differs." />}</Show>
      {nested.length > 0 && (
        <section class="fact-field">
          <h3>Repositories inside</h3>
          <ul>
            {nested.map((one) => (
              <li key={one.path}>
                <code>{one.path}</code> <span class="quiet">{nestedWords(one)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {skipped.length > 0 && (
        <section class="fact-field">
          <h3>Not captured</h3>
          <ul>
            {skipped.map(({ path, size, why }) => (
              <li key={path}>
                <code>{path}</code>{' '}
                <span class="quiet">
                  {showBytes(size)}, {skipWords[why]}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
