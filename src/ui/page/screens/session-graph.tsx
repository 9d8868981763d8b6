import type { RowJson } from '../../api.ts';
import { NARROW, useWidth } from '../use-width.ts';
import { triggerTitles } from '../words.ts';

const WIDEST = 1400;
const LEFT = 84;
const CONTEXT = { top: 8, height: 70 };
const LINES = { top: 100, height: 60 };
const TESTS_Y = 190;
const HEIGHT = 226;
/** What the page and the box around it take. */
const MARGINS = { wide: 88, narrow: 44 };
const LABEL_WIDTH = 60;

/** Context, lines and tests of a session over its turns, oldest on the left. */
export function SessionGraph({ rows }: { rows: readonly RowJson[] }) {
  const shown = rows.toReversed().filter(({ damage }) => damage === undefined);
  const window = useWidth();
  const width = Math.min(WIDEST, window - MARGINS[window < NARROW ? 'narrow' : 'wide']);
  if (shown.length < 2) return null;
  const places = placesOf(shown, width);
  const title = 'context, lines and tests over the turns of the session, oldest on the left';
  return (
    <figure class="session-graph">
      <svg width={width} height={HEIGHT} role="img" aria-label={title}>
        <title>{title}</title>
        <Label y={CONTEXT.top + 12} text="context" />
        <Label y={LINES.top + 12} text="lines" />
        <Label y={TESTS_Y + 4} text="tests" />
        <Context rows={shown} places={places} width={width} />
        <Lines rows={shown} places={places} width={width} />
        <Tests rows={shown} places={places} width={width} />
        <Turns rows={shown} places={places} width={width} />
      </svg>
      <figcaption class="quiet">
        Dots are saves, upright lines compactions and /clear; lines added are above, removed below.
      </figcaption>
    </figure>
  );
}

interface Band {
  readonly rows: readonly RowJson[];
  /** Where each row is, from the left. */
  readonly places: readonly number[];
  readonly width: number;
}

/** By turn where all turns are known, else one after the other. */
function placesOf(rows: readonly RowJson[], width: number): number[] {
  const turns = rows.map(({ turn }) => turn ?? 0);
  const rising = turns.every((turn, at) => turn > (turns[at - 1] ?? 0));
  const [least = 1, most = 1] = [turns[0], turns.at(-1)];
  const room = width - LEFT - 40;
  return rows.map((_, at) => {
    const part = rising && most > least ? ((turns[at] ?? 0) - least) / (most - least) : at / (rows.length - 1);
    return LEFT + 10 + part * room;
  });
}

function Label({ y, text }: { y: number; text: string }) {
  return (
    <text class="axis" x="0" y={y}>
      {text}
    </text>
  );
}

function Context({ rows, places, width }: Band) {
  const { top, height } = CONTEXT;
  const y = (percent: number) => top + height - (Math.min(100, percent) * height) / 100;
  const known = rows.flatMap((row, at) =>
    row.context_percent === undefined ? [] : [{ row, x: places[at] ?? 0, y: y(row.context_percent) }],
  );
  const points = known.map((point) => `${point.x},${point.y}`).join(' ');
  return (
    <g>
      <line class="grid" x1={LEFT} x2={width} y1={top} y2={top} />
      <line class="grid" x1={LEFT} x2={width} y1={top + height} y2={top + height} />
      <text class="axis small" x={LEFT - 6} y={top + 4} text-anchor="end">
        100
      </text>
      <text class="axis small" x={LEFT - 6} y={top + height + 4} text-anchor="end">
        0 %
      </text>
      {known.length > 1 && (
        <polygon
          class="context-area"
          points={`${known[0]?.x},${top + height} ${points} ${known.at(-1)?.x},${top + height}`}
        />
      )}
      <polyline class="context-line" points={points} />
      {known.map(({ row, x, y: height }) => (
        <g key={row.number}>
          {(row.trigger === 'compact' || row.trigger === 'clear') && (
            <line class="edge-mark" x1={x} x2={x} y1={top} y2={top + CONTEXT.height} />
          )}
          <circle class="context-dot" cx={x} cy={height} r="3">
            <title>{`checkpoint ${row.number}, ${row.trigger === undefined ? '' : triggerTitles[row.trigger]}: ${row.context_percent} %`}</title>
          </circle>
        </g>
      ))}
    </g>
  );
}

function Lines({ rows, places, width }: Band) {
  const { top, height } = LINES;
  const highest = Math.max(1, ...rows.map(({ since }) => Math.max(since?.added ?? 0, since?.removed ?? 0)));
  const middle = top + height / 2;
  const tall = (count: number) => (Math.sqrt(count / highest) * height) / 2;
  return (
    <g>
      <line class="grid" x1={LEFT} x2={width} y1={middle} y2={middle} />
      {rows.map(({ number, since }, at) => {
        const [added, removed] = [since?.added ?? 0, since?.removed ?? 0];
        const x = (places[at] ?? 0) - 4;
        return (
          <g key={number}>
            <rect class="fill-added" x={x} y={middle - tall(added)} width="8" height={tall(added)} />
            <rect class="fill-removed" x={x} y={middle} width="8" height={tall(removed)} />
            <title>{`checkpoint ${number}: +${added} -${removed}`}</title>
          </g>
        );
      })}
    </g>
  );
}

const testMarks = { passed: '✓', failed: '✗' } as const;

function Tests({ rows, places }: Band) {
  return (
    <g>
      {rows.map(
        ({ number, tests }, at) =>
          tests !== undefined && (
            <text key={number} class={`test ${tests}`} x={places[at]} y={TESTS_Y + 4} text-anchor="middle">
              {testMarks[tests]}
              <title>{`checkpoint ${number}: tests ${tests}`}</title>
            </text>
          ),
      )}
    </g>
  );
}

function Turns({ rows, places, width }: Band) {
  const each = Math.ceil((rows.length * LABEL_WIDTH) / width);
  return (
    <g>
      {rows.map(
        ({ number, turn }, at) =>
          at % each === 0 &&
          turn !== undefined &&
          turn !== rows[at - 1]?.turn && (
            <text key={number} class="axis small" x={places[at]} y={HEIGHT - 6} text-anchor="middle">
              turn {turn}
            </text>
          ),
      )}
    </g>
  );
}
