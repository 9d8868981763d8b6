import { useState } from 'preact/hooks';
import type { PatchJson } from '../../api.ts';
import { ask } from '../client.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { Show } from '../parts/loading.tsx';
import { useLoaded } from '../use-loaded.ts';

/** What was changed since the checkpoint, which a restore takes back. */
export function PlanDiff({ number }: { number: number }) {
  const [open, setOpen] = useState(false);
  return (
    <section>
      <button type="button" class="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide' : 'Show'} what changed since, line by line
      </button>
      {open && <Lines number={number} />}
    </section>
  );
}

function Lines({ number }: { number: number }) {
  const loaded = useLoaded(String(number), () => ask<PatchJson>(`/api/checkpoints/${number}/patch?against=worktree`));
  return <Show of={loaded}>{(patch) => <DiffView {...patch} empty="Nothing changed since." />}</Show>;
}
