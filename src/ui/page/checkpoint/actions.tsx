import type { CheckpointPageJson } from '../../api.ts';
import { tell } from '../client.ts';
import { exported } from '../exported.ts';
import { refresh } from '../load.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { report } from '../report.ts';
import { addressOf } from '../route.ts';
import { update, useStore } from '../store.ts';

/** What can be done with a checkpoint. */
export function Actions({ checkpoint }: { checkpoint: CheckpointPageJson['checkpoint'] }) {
  const { number, commit, kept } = checkpoint;
  const readOnly = useStore((state) => state.overview?.read_only ?? true);
  const picked = useStore((state) => state.picked);
  const keep = () =>
    report(tell(`/api/checkpoints/${number}/keep`, { commit }).then(refresh), `Checkpoint ${number} is kept.`);
  return (
    <div class="buttons actions">
      {!readOnly && exported === undefined && (
        <>
          <button type="button" class="primary" onClick={() => update({ sheet: { kind: 'restore', number } })}>
            Restore…
          </button>
          {!kept && (
            <button type="button" onClick={() => void keep()}>
              Keep
            </button>
          )}
          <button type="button" onClick={() => update({ sheet: { kind: 'drop', number, commit, kept } })}>
            Drop…
          </button>
        </>
      )}
      {(picked === undefined || picked === number) && (
        <button
          type="button"
          aria-pressed={picked === number}
          onClick={() => update({ picked: picked === number ? undefined : number })}
        >
          {picked === number ? 'Picked to compare' : 'Compare with…'}
        </button>
      )}
      {picked !== undefined && picked !== number && (
        <a
          class="button"
          href={addressOf({ screen: 'compare', from: Math.min(picked, number), to: Math.max(picked, number) })}
        >
          Compare with {picked}
        </a>
      )}
      <CopyButton label="Copy command" text={`git checkpoint restore ${number}`} />
    </div>
  );
}
