import { escaped } from '../pictures/draw-terminal.ts';
import { cellsOf } from './table.ts';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 400, 70, 200, 60, 50];
const OURS = 'git checkpoint save';
const greys = ['#57606a', '#8250df', '#bf8700', '#0969da', '#cf222e'];
const MIN_GAP = 17;

/** Draws milliseconds over files, both axes in powers of ten, from the table that `npm run bench:peers` wrote. */
export function drawSaveTime(markdown: string): string {
  const [, table = ''] = /<!-- peers: npm run bench:peers -->\n((?:\|.*\n)+)/.exec(markdown) ?? [];
  const [head = '', , ...rows] = table.trimEnd().split('\n');
  const sizes = cellsOf(head)
    .slice(1)
    .map((cell) => Number(cell.replace(/\D/g, '')));
  const lines = rows.map((row) => {
    const [name = '', ...times] = cellsOf(row);
    return { name, times: times.map(Number) };
  });
  const all = lines.flatMap(({ times }) => times);
  if (sizes.length < 2 || all.length === 0 || [...sizes, ...all].some((value) => !(value > 0)))
    throw new Error('docs/benchmarks.md has no table of saves beside other ways');
  const x = scale(sizes, LEFT, WIDTH - RIGHT);
  const y = scale(all, HEIGHT - BOTTOM, TOP);
  const title = 'Milliseconds for a save, over files in the repository';
  const about = `${title}. ${lines.map(({ name, times }) => `${name}: ${times.map((time, at) => `${time} ms at ${sizes[at]}`).join(', ')}`).join('; ')}`;
  const labels = spread(lines.map(({ times }) => y(times.at(-1) ?? 1)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(about)}">`,
    '<style>text{font:14px system-ui,sans-serif;fill:#1f2328}.axis{fill:#57606a;font-size:12px}</style>',
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#f6f8fa"/>`,
    `<text x="20" y="32" style="font-size:17px;font-weight:600">${title}</text>`,
    ...powers(all).map(
      (value) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" stroke="#d0d7de"/><text class="axis" x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value.toLocaleString('en-US')}</text>`,
    ),
    ...sizes.map(
      (size) =>
        `<text class="axis" x="${x(size)}" y="${HEIGHT - BOTTOM + 24}" text-anchor="middle">${size.toLocaleString('en-US')}</text>`,
    ),
    ...lines.map(({ name, times }, at) => {
      const color = name === OURS ? '#2da44e' : greys[(at - 1) % greys.length];
      const points = times.map((time, index) => `${x(sizes[index] ?? 1)},${y(time)}`).join(' ');
      const label = `<text x="${WIDTH - RIGHT + 10}" y="${(labels[at] ?? 0) + 5}" style="fill:${color}${name === OURS ? ';font-weight:600' : ''}">${escaped(name)}</text>`;
      return `<polyline points="${points}" fill="none" stroke="${color}" stroke-width="${name === OURS ? 4 : 2}"/>${label}`;
    }),
    '</svg>\n',
  ].join('\n');
}

/** A position for each value between the least and the most of them, by its power of ten. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  return (value) => Math.round(10 * (from + ((Math.log10(value) - least) / (most - least)) * (to - from))) / 10;
}

function powers(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return [1, 2, 3, 4, 5].map((power) => 10 ** power).filter((value) => value >= least && value <= most);
}

/** Moves labels apart that would stand on one another. */
function spread(places: readonly number[]): number[] {
  const order = places.map((place, at) => ({ place, at })).sort((one, other) => one.place - other.place);
  const moved = [...places];
  let last = Number.NEGATIVE_INFINITY;
  for (const { place, at } of order) {
    last = Math.max(place, last + MIN_GAP);
    moved[at] = last;
  }
  return moved;
}
