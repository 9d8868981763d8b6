import { tell } from '../client.ts';
import { refresh } from '../load.ts';
import { closeSheet, Dialog } from '../parts/dialog.tsx';
import { report } from '../report.ts';

interface Props {
  readonly number: number;
  readonly commit: string;
  readonly kept: boolean;
}

/** Asks before a checkpoint goes into the trash. */
export function DropSheet({ number, commit, kept }: Props) {
  const drop = async () => {
    closeSheet();
    const dropped = tell(`/api/checkpoints/${number}/drop`, { commit, force: kept }).then(() => {
      location.hash = '#/';
      return refresh();
    });
    await report(dropped, `Checkpoint ${number} is in the trash; git checkpoint undo brings it back.`);
  };
  return (
    <Dialog title={`Drop checkpoint ${number}`}>
      {kept && <p class="notice warn">It is kept: it was marked so that nothing removes it.</p>}
      <p>It goes into the trash, from which undo brings it back.</p>
      <footer class="buttons">
        <button type="button" class="primary" onClick={() => void drop()}>
          Drop it
        </button>
      </footer>
    </Dialog>
  );
}
