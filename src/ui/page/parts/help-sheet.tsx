import { keyHelp } from '../keys.ts';
import { Dialog } from './dialog.tsx';

/** Which keys do what. */
export function HelpSheet() {
  return (
    <Dialog title="Keys">
      <dl class="keys">
        {keyHelp.map(({ keys, about }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
