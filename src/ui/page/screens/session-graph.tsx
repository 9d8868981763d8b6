import type { RowJson } from '../../api.ts';

const WIDTH = 800;
const HEIGHT = 140;

/** Context over the checkpoints of a session as a line, changed lines as bars, failed tests as crosses. */
export function SessionGraph({ rows }: { rows: readonly RowJson[] }) {
  const shown = rows.toReversed();
  if (shown.length < 2) return null;
  const step = WIDTH / shown.length;
  const lines = shown.map(({ since }) => (since === undefined ? 0 : since.added + since.removed));
  const highest = Math.max(1, ...lines);
  const y = (percent: number) => HEIGHT - (Math.min(100, percent) * (HEIGHT - 20)) / 100;
  const points = shown.flatMap(({ context_percent: percent }, at) =>
    percent === undefined ? [] : [`${(at + 0.5) * step},${y(percent)}`],
  );
  const title = 'context, changed lines and failed tests over the checkpoints, oldest on the left';
  return (
    <figure class="session-graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
        <title>{title}</title>
        {shown.map((row, at) => {
          const height = (60 * (lines[at] ?? 0)) / highest;
          return (
            <rect
              key={row.number}
              class="bar"
              x={at * step + 1}
              y={HEIGHT - height}
              width={Math.max(1, step - 2)}
              height={height}
            >
              <title>{`checkpoint ${row.number}: ${lines[at]} lines`}</title>
            </rect>
          );
        })}
        <polyline class="context-line" points={points.join(' ')} />
        {shown.map(
          (row, at) =>
            row.tests_failed && (
              <text key={row.number} class="cross" x={(at + 0.5) * step - 4} y="12">
                ✗<title>{`checkpoint ${row.number}: tests failed`}</title>
              </text>
            ),
        )}
      </svg>
      <figcaption class="quiet">
        line: context in per cent; bars: changed lines; ✗: tests failed. Oldest on the left.
      </figcaption>
    </figure>
  );
}
