import type { RowJson } from '../../api.ts';

const WIDTH = 80;

/** How full the context was, with a mark for each save and a taller one for each compaction. */
export function ContextGauge({ rows }: { rows: readonly RowJson[] }) {
  const known = rows.filter((row) => row.context_percent !== undefined);
  const newest = known[0]?.context_percent;
  if (newest === undefined) return null;
  const title = `context ${newest} % full`;
  const x = (percent: number) => (Math.min(100, percent) * WIDTH) / 100;
  return (
    <span class="gauge">
      <svg viewBox={`0 0 ${WIDTH} 12`} width={WIDTH} height="12" role="img" aria-label={title}>
        <title>{title}</title>
        <rect class="gauge-back" x="0" y="3" width={WIDTH} height="6" rx="2" />
        <rect class="gauge-fill" x="0" y="3" width={x(newest)} height="6" rx="2" />
        {known.map((row) => (
          <rect
            key={row.number}
            class="gauge-mark"
            x={Math.max(0, x(row.context_percent ?? 0) - 1)}
            y={row.trigger === 'compact' ? 0 : 2}
            width="1.5"
            height={row.trigger === 'compact' ? 12 : 8}
          />
        ))}
      </svg>
      <span class="quiet">context {newest} %</span>
    </span>
  );
}
