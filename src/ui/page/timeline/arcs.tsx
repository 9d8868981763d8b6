import type { OverviewJson } from '../../api.ts';
import type { Item } from './items.ts';
import { ARC_WIDTH, railX } from './rails.tsx';

type Operation = OverviewJson['operations'][number];

interface Props {
  readonly operations: readonly Operation[];
  readonly items: readonly Item[];
  readonly offsets: ReadonlyMap<string, number>;
  readonly height: number;
}

/** More would be a tangle. */
const MAX_ARCS = 40;

/** Restores go from the safety copy to the checkpoint that was put back; undoing one goes the other way, dashed. */
export function Arcs({ operations, items, offsets, height }: Props) {
  const wanted = operations.filter(({ effect }) => effect?.kind === 'restored');
  if (wanted.length === 0) return null;
  const places = new Map(
    items.flatMap((item) => {
      const y = (offsets.get(item.key) ?? 0) + item.height / 2;
      return numbersAt(item).map((number) => [number, { x: railX(laneAt(item)) - 6, y }] as const);
    }),
  );
  const arcs = wanted
    .flatMap((operation) => arcOf(operation, targetOf(operation, operations), places))
    .slice(0, MAX_ARCS);
  if (arcs.length === 0) return null;
  return (
    <svg class="arcs" width={200} height={height} role="img" aria-label={arcs.map(({ title }) => title).join('; ')}>
      {arcs.map(({ key, path, tip, title, undo }) => (
        <g key={key} class={undo ? 'arc undo' : 'arc'}>
          <path d={path} />
          <path class="tip" d={tip} />
          <title>{title}</title>
        </g>
      ))}
    </svg>
  );
}

/** The checkpoints that are at a line; those of a folded session are at its card. */
function numbersAt(item: Item): readonly number[] {
  if (item.kind === 'row') return [item.row.number];
  return item.kind === 'session' && !item.open ? item.group.rows.map(({ number }) => number) : [];
}

function laneAt(item: Item): number {
  return item.kind === 'day' ? 0 : item.lane;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** What was put back: the checkpoint of a restore; for undoing one, the safety copy that it had made. */
function targetOf({ kind, checkpoints: [first], of }: Operation, operations: readonly Operation[]): number | undefined {
  if (kind !== 'undo') return first?.number;
  const undone = operations.find(({ number }) => number === of)?.effect;
  return undone?.kind === 'restored' ? undone.safety.number : first?.number;
}

function arcOf({ number, kind, effect }: Operation, target: number | undefined, places: ReadonlyMap<number, Place>) {
  if (effect?.kind !== 'restored' || target === undefined) return [];
  const from = places.get(effect.safety.number);
  const to = places.get(target);
  if (from === undefined || to === undefined || from.y === to.y) return [];
  const undo = kind === 'undo';
  // Long ones bulge more, so that one inside another can be told from it.
  const bulge = Math.max(1, ARC_WIDTH - 4 - Math.abs(from.y - to.y) / 60);
  const path = `M${from.x} ${from.y} C${bulge} ${from.y} ${bulge} ${to.y} ${to.x} ${to.y}`;
  const tip = `M${to.x - 5} ${to.y - 3} L${to.x} ${to.y} L${to.x - 5} ${to.y + 3}`;
  const title = undo ? `undone: back to checkpoint ${target}` : `restored checkpoint ${target}`;
  return [{ key: number, path, tip, title, undo }];
}
