import type { CheckpointPageJson } from '../../api.ts';
import { tell } from '../client.ts';
import { refresh } from '../load.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { pick } from '../pick.ts';
import { report } from '../report.ts';
import { mayChange, update, useStore } from '../store.ts';

/** What can be done with a checkpoint. */
export function Actions({ checkpoint }: { checkpoint: CheckpointPageJson['checkpoint'] }) {
  const { number, commit, kept } = checkpoint;
  const changes = useStore(mayChange);
  const picked = useStore((state) => state.picked);
  const keep = () =>
    report(tell(`/api/checkpoints/${number}/keep`, { commit }).then(refresh), `Checkpoint ${number} is kept.`);
  return (
    <div class="buttons actions">
      {changes && (
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
      <button type="button" aria-pressed={picked === number} onClick={() => pick(number)}>
        {compareWords(number, picked)}
      </button>
      <CopyButton tone="" label="Copy command" text={`git checkpoint restore ${number}`} />
    </div>
  );
}

function compareWords(number: number, picked: number | undefined): string {
  if (picked === undefined) return 'Compare with…';
  return picked === number ? 'Picked to compare' : `Compare with ${picked}`;
}
