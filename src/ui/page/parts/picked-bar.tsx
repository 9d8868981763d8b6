import { update, useStore } from '../store.ts';

/** Says what to do with the checkpoint that was picked. */
export function PickedBar() {
  const picked = useStore((state) => state.picked);
  if (picked === undefined) return null;
  return (
    <div class="toast">
      <p>
        Compare checkpoint {picked} with another: Shift and click on it, or <kbd>x</kbd>.
      </p>
      <button type="button" class="small" onClick={() => update({ picked: undefined })}>
        Cancel
      </button>
    </div>
  );
}
