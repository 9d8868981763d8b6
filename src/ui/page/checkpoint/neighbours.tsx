import { checkpointAddress, type Tab } from '../route.ts';
import { getState, useStore } from '../store.ts';

/** The checkpoint that comes so many steps later in the list of all: 1 is older, -1 newer. */
export function neighbourOf(number: number, step: 1 | -1): number | undefined {
  const { rows } = getState();
  const at = rows.findIndex((row) => row.number === number);
  return at < 0 ? undefined : rows[at + step]?.number;
}

/** The way to the checkpoints before and after, with the same view of them. */
export function Neighbours({ number, tab }: { number: number; tab: Tab }) {
  useStore((state) => state.rows);
  const [older, newer] = [neighbourOf(number, 1), neighbourOf(number, -1)];
  return (
    <nav class="neighbours" aria-label="Checkpoints before and after">
      {older !== undefined && (
        <a href={checkpointAddress(older, tab)} title="the one before (j)">
          ← {older}
        </a>
      )}
      {newer !== undefined && (
        <a href={checkpointAddress(newer, tab)} title="the one after (k)">
          {newer} →
        </a>
      )}
    </nav>
  );
}
