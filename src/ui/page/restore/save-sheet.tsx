import { useState } from 'preact/hooks';
import { tell } from '../client.ts';
import { refresh } from '../load.ts';
import { closeSheet, Dialog } from '../parts/dialog.tsx';
import { report } from '../report.ts';

interface Saved {
  readonly number: number;
  /** Absent changes make no checkpoint. */
  readonly saved: boolean;
}

/** Saves the working tree, with a word about it. */
export function SaveSheet() {
  const [message, setMessage] = useState('');
  const save = async () => {
    closeSheet();
    const saved = tell<Saved>('/api/save', message.trim() === '' ? {} : { message });
    const done = await report(saved, ({ number, saved: isNew }) =>
      isNew ? `Saved checkpoint ${number}.` : `Nothing changed since checkpoint ${number}.`,
    );
    if (done) await refresh();
  };
  return (
    <Dialog title="Save now">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="field">
          What it is (or leave it empty)
          <input type="text" value={message} onInput={(event) => setMessage(event.currentTarget.value)} />
        </label>
        <footer class="buttons">
          <button type="submit" class="primary">
            Save
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
