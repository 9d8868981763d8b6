import type { RowJson } from '../../api.ts';

const MOST = 24;
const STEP = 5;
const HEIGHT = 20;

/** Lines added and removed by each checkpoint, oldest on the left. */
export function Sparkline({ rows }: { rows: readonly RowJson[] }) {
  const shown = rows.slice(0, MOST).toReversed();
  const highest = Math.max(1, ...shown.map(linesOf));
  if (shown.length < 2) return null;
  const title = 'lines added and removed by each checkpoint, oldest on the left';
  return (
    <svg class="sparkline" width={shown.length * STEP} height={HEIGHT} role="img" aria-label={title}>
      <title>{title}</title>
      {shown.map((row, at) => {
        const height = Math.max(1, (HEIGHT * Math.sqrt(linesOf(row))) / Math.sqrt(highest));
        const removed = (height * (row.since?.removed ?? 0)) / Math.max(1, linesOf(row));
        const place = { x: at * STEP, width: STEP - 1.5 };
        return (
          <g key={row.number}>
            <rect class={linesOf(row) === 0 ? '' : 'fill-added'} {...place} y={HEIGHT - height} height={height} />
            <rect class="fill-removed" {...place} y={HEIGHT - removed} height={removed} />
          </g>
        );
      })}
    </svg>
  );
}

function linesOf({ since }: RowJson): number {
  return since === undefined ? 0 : since.added + since.removed;
}
