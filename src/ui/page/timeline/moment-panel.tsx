import { useEffect, useState } from 'preact/hooks';
import type { CheckpointPageJson } from '../../api.ts';
import { ask } from '../client.ts';
import { FileTree } from '../diff/file-tree.tsx';
import { Show } from '../parts/loading.tsx';
import { checkpointAddress } from '../route.ts';
import { useLoaded } from '../use-loaded.ts';
import { moment } from '../words.ts';

const SETTLE_MS = 250;

/** The files of the checkpoint that the scrubber stands at; it follows when one stops moving. */
export function MomentPanel({ number }: { number: number }) {
  const [settled, setSettled] = useState(number);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(number), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [number]);
  const loaded = useLoaded(String(settled), () => ask<CheckpointPageJson>(`/api/checkpoints/${settled}`), {
    stays: true,
  });
  return (
    <aside class="moment" aria-label="Files at this moment">
      <Show of={loaded}>
        {({ checkpoint }) => (
          <>
            <h2>
              <a href={checkpointAddress(checkpoint.number)}>Checkpoint {checkpoint.number}</a>
            </h2>
            <p class="quiet">{moment(checkpoint.created)}</p>
            <p dir="auto">{checkpoint.summary}</p>
            <h3>Files that differ from its commit</h3>
            <FileTree
              changes={checkpoint.files}
              addressOf={() => checkpointAddress(checkpoint.number, 'files')}
              empty="None."
            />
          </>
        )}
      </Show>
    </aside>
  );
}
