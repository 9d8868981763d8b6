import { useState } from 'preact/hooks';
import { tell } from '../client.ts';
import { refresh } from '../load.ts';
import { closeSheet, Dialog } from '../parts/dialog.tsx';
import { report } from '../report.ts';

/** Saves the working tree, with a word about it. */
export function SaveSheet() {
  const [message, setMessage] = useState('');
  const save = async () => {
    closeSheet();
    await report(tell('/api/save', message.trim() === '' ? {} : { message }).then(refresh), 'Saved.');
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
