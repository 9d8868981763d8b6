import type { RowJson } from '../../api.ts';

const MOST = 24;
const STEP = 4;
const HEIGHT = 14;

/** Lines added and removed by each checkpoint, oldest on the left. */
export function Sparkline({ rows }: { rows: readonly RowJson[] }) {
  const shown = rows.slice(0, MOST).toReversed();
  const highest = Math.max(1, ...shown.map(linesOf));
  if (shown.length < 2) return null;
  const title = 'lines changed by each checkpoint';
  return (
    <svg class="sparkline" width={shown.length * STEP} height={HEIGHT} role="img" aria-label={title}>
      <title>{title}</title>
      {shown.map((row, at) => {
        const height = Math.max(1, (HEIGHT * Math.sqrt(linesOf(row))) / Math.sqrt(highest));
        return <rect key={row.number} x={at * STEP} y={HEIGHT - height} width={STEP - 1} height={height} />;
      })}
    </svg>
  );
}

function linesOf({ since }: RowJson): number {
  return since === undefined ? 0 : since.added + since.removed;
}
