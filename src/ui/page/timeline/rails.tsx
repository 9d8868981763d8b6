import { triggerTones } from '../words.ts';
import type { Item } from './items.ts';

const STEP = 12;
const RADIUS = 4.5;
const STAR = 'M0-7 2 -2.4 7 -2 3.2 1.4 4.4 6.4 0 3.7 -4.4 6.4 -3.2 1.4 -7 -2 -2 -2.4z';

/** Room at the left of the rails for arcs. */
export const ARC_WIDTH = 18;

/** Where the middle of a rail is, from the left of the list. */
export function railX(lane: number): number {
  return ARC_WIDTH + STEP / 2 + lane * STEP;
}

export function gutterWidth(lanes: number): number {
  return ARC_WIDTH + lanes * STEP + 6;
}

/** The rails of branches beside one line of the list, and the checkpoint on its own. A word beside it says what its colour says. */
export function Rails({ item, width }: { item: Item; width: number }) {
  const { height, rails } = item;
  const middle = height / 2;
  return (
    <svg class="rails" width={width} height={height} aria-hidden="true">
      {rails.map(({ lane, begins, ends }) => (
        <line
          key={lane}
          class={`rail lane-${lane}`}
          x1={railX(lane)}
          x2={railX(lane)}
          y1={begins ? middle : 0}
          y2={ends ? middle : height}
        />
      ))}
      {item.kind === 'break' && (
        <rect class="gap" x={railX(item.lane) - STEP / 2} y={middle - 4} width={STEP} height="8" />
      )}
      {item.kind === 'row' && <Dot item={item} y={middle} />}
    </svg>
  );
}

function Dot({ item: { row, lane }, y }: { item: Extract<Item, { readonly kind: 'row' }>; y: number }) {
  const tone = row.trigger === undefined ? 'tone-crash' : triggerTones[row.trigger];
  const place = `translate(${railX(lane)} ${y})`;
  return (
    <g class={`dot ${tone}`} transform={place}>
      {row.kept ? <path d={STAR} /> : <circle r={RADIUS} />}
    </g>
  );
}
