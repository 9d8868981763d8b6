import type { RowJson } from '../../api.ts';
import { counted } from '../words.ts';

const WIDTH = 96;

/** How full the context was, with a mark for each save and a taller one for each compaction. */
export function ContextGauge({ rows }: { rows: readonly RowJson[] }) {
  const known = rows.filter((row) => row.context_percent !== undefined);
  const newest = known[0]?.context_percent;
  if (newest === undefined) return null;
  const compacted = known.filter(({ trigger }) => trigger === 'compact').length;
  const title = `context ${newest} % full; ${counted(known.length, 'save')} marked${compacted === 0 ? '' : `, ${counted(compacted, 'compaction')} by a taller mark`}`;
  const x = (percent: number) => (Math.min(100, percent) * WIDTH) / 100;
  return (
    <span class="gauge">
      <svg viewBox={`0 0 ${WIDTH} 16`} width={WIDTH} height="16" role="img" aria-label={title}>
        <title>{title}</title>
        <rect class="gauge-back" x="0" y="5" width={WIDTH} height="6" rx="3" />
        <rect class="gauge-fill" x="0" y="5" width={x(newest)} height="6" rx="3" />
        {known.map((row) => (
          <rect
            key={row.number}
            class={row.trigger === 'compact' ? 'gauge-mark compaction' : 'gauge-mark'}
            x={Math.max(0, x(row.context_percent ?? 0) - 1)}
            y={row.trigger === 'compact' ? 0 : 4}
            width={row.trigger === 'compact' ? 2.5 : 1.5}
            height={row.trigger === 'compact' ? 16 : 8}
          />
        ))}
      </svg>
      <span class="quiet">context {newest} %</span>
    </span>
  );
}
