import type { RowJson } from '../../api.ts';
import { moment } from '../words.ts';

interface Props {
  readonly rows: readonly RowJson[];
  readonly at: number;
  readonly move: (row: RowJson) => void;
}

/** Moves through time at the right edge: down is earlier, as in the list. */
export function Scrubber({ rows, at, move }: Props) {
  if (rows.length < 2) return null;
  const index = Math.max(
    0,
    rows.findIndex(({ number }) => number === at),
  );
  const row = rows[index];
  const words = row === undefined ? '' : `checkpoint ${row.number}, ${moment(row.created ?? '')}`;
  return (
    <div class="scrubber">
      <input
        type="range"
        min="0"
        max={rows.length - 1}
        value={index}
        aria-label="Move through time"
        aria-valuetext={words}
        onInput={(event) => {
          const chosen = rows[Number(event.currentTarget.value)];
          if (chosen !== undefined) move(chosen);
        }}
      />
      <span class="scrubber-label" aria-hidden="true" style={{ top: `${(100 * index) / (rows.length - 1)}%` }}>
        {row?.number}
        <small>{moment(row?.created ?? '')}</small>
      </span>
    </div>
  );
}
