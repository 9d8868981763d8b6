import type { PatchJson } from '../../api.ts';
import { tell } from '../client.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { Show } from '../parts/loading.tsx';
import { useLoaded } from '../use-loaded.ts';

interface Props {
  readonly number: number;
  readonly merge: boolean;
  readonly open: boolean;
  readonly change: (open: boolean) => void;
}

/** The lines that a restore changes in the working tree. */
export function PlanDiff({ number, merge, open, change }: Props) {
  return (
    <section>
      <button type="button" class="small" aria-expanded={open} onClick={() => change(!open)}>
        {open ? 'Hide' : 'Show'} what changes, line by line
      </button>
      {open && <Lines number={number} merge={merge} />}
    </section>
  );
}

function Lines({ number, merge }: Pick<Props, 'number' | 'merge'>) {
  const loaded = useLoaded(`${number} ${merge}`, () =>
    tell<PatchJson>(`/api/checkpoints/${number}/plan/patch`, { merge }),
  );
  return <Show of={loaded}>{(patch) => <DiffView {...patch} empty="No line changes." />}</Show>;
}
