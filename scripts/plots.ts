/** Draws docs/recall.svg and docs/save-time.svg from the tables of docs/benchmarks.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { escaped } from './pictures/draw-terminal.ts';
import { drawSaveTime } from './plots/save-time.ts';
import { cellsOf } from './plots/table.ts';

const names: Readonly<Record<string, string>> = { pack: 'git checkpoint resume', 'git diff': 'git diff' };
const [WIDTH, LEFT, BAR, TOP] = [760, 210, 26, 56];

const benchmarks = readFileSync('docs/benchmarks.md', 'utf8');
writeFileSync('docs/save-time.svg', drawSaveTime(benchmarks));

const lines = benchmarks.split('\n');
const row = lines.findIndex((line) => line.startsWith('| **weighted** |'));
const header = lines.slice(0, row).findLastIndex((line) => line.startsWith('| probe (weight) |'));
if (row < 0 || header < 0) throw new Error('docs/benchmarks.md has no table of held-out transcripts');

const values = cellsOf(lines[row]);
const bars = cellsOf(lines[header])
  .map((name, at) => ({ name, value: Number.parseFloat(values[at] ?? '') }))
  .slice(2)
  .sort((one, other) => other.value - one.value);
if (bars.some(({ value }) => Number.isNaN(value))) throw new Error('the weighted row has a cell without a number');

const scale = (WIDTH - LEFT - 70) / 100;
const height = TOP + bars.length * (BAR + 8) + 16;
const drawn = bars.map(({ name, value }, at) => {
  const [y, fill] = [TOP + at * (BAR + 8), name === 'pack' ? '#2da44e' : '#8c959f'];
  return [
    `<text x="${LEFT - 12}" y="${y + 18}" text-anchor="end">${escaped(names[name] ?? name)}</text>`,
    `<rect x="${LEFT}" y="${y}" width="${(value * scale).toFixed(1)}" height="${BAR}" rx="3" fill="${fill}"/>`,
    `<text x="${(LEFT + value * scale + 8).toFixed(1)}" y="${y + 18}">${value} %</text>`,
  ].join('');
});
const title = 'What the next session still knows, within 5,000 tokens';
const about = `${title}: ${bars.map(({ name, value }) => `${names[name] ?? name} ${value} %`).join(', ')}`;
writeFileSync(
  'docs/recall.svg',
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(about)}">`,
    '<style>text{font:14px system-ui,sans-serif;fill:#1f2328}</style>',
    `<rect width="${WIDTH}" height="${height}" rx="8" fill="#f6f8fa"/>`,
    `<text x="20" y="32" style="font-size:17px;font-weight:600">${title}</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n'),
);
