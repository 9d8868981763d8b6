import type { OverviewJson, RowJson } from '../../api.ts';

type Operation = OverviewJson['operations'][number];

interface Props {
  readonly operations: readonly Operation[];
  readonly rows: readonly RowJson[];
  readonly offsets: ReadonlyMap<string, number>;
  readonly height: number;
  readonly rowHeight: number;
}

const WIDTH = 22;
/** Longer ones would run along the whole page and tell nothing. */
const MAX_ARCS = 40;

/** Restores go from the safety copy to the checkpoint that was put back; undoing one goes the other way, dashed. */
export function Arcs({ operations, offsets, height, rowHeight }: Props) {
  const arcs = operations.flatMap((operation) => arcOf(operation, offsets)).slice(0, MAX_ARCS);
  if (arcs.length === 0) return null;
  const middle = rowHeight / 2;
  return (
    <svg class="arcs" width={WIDTH} height={height} role="img" aria-label={arcs.map(({ title }) => title).join('; ')}>
      {arcs.map(({ key, from, to, title, undo }) => (
        <path
          key={key}
          class={undo ? 'arc undo' : 'arc'}
          d={`M${WIDTH - 2} ${from + middle} C0 ${from + middle} 0 ${to + middle} ${WIDTH - 2} ${to + middle}`}
        >
          <title>{title}</title>
        </path>
      ))}
    </svg>
  );
}

function arcOf({ number, kind, checkpoints, effect }: Operation, offsets: ReadonlyMap<string, number>) {
  const [target] = checkpoints;
  if (effect?.kind !== 'restored' || target === undefined) return [];
  const from = offsets.get(`row ${effect.safety.number}`);
  const to = offsets.get(`row ${target.number}`);
  if (from === undefined || to === undefined || from === to) return [];
  const undo = kind === 'undo';
  const title = undo ? `undone: restore of ${target.number}` : `restored ${target.number}`;
  return [{ key: number, from, to, title, undo }];
}
