/**
 * The commands that look at every checkpoint, in a repository of twenty thousand. Prints a Markdown table and writes it into
 * docs/benchmarks.md; exits 1 when one takes longer or needs more memory than its budget.
 *
 *   npm run bench:scale [-- --checkpoints 20000 --keep DIR --only list,grep --print]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { TimelineJson } from '../src/ui/api.ts';
import { writeTable } from './bench/write-table.ts';
import { peakOf } from './scale/peak.ts';
import { makeScaleStore } from './scale/store.ts';

const { values } = parseArgs({
  options: {
    checkpoints: { type: 'string', default: '20000' },
    keep: { type: 'string' },
    only: { type: 'string' },
    print: { type: 'boolean', default: false },
  },
});

const MOST_SECONDS = 3;
const MOST_MEGABYTES = 200;
const program = fileURLToPath(new URL('../dist/git-checkpoint.cjs', import.meta.url));
const many = Number(values.checkpoints);
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'git-checkpoint-scale-'));
const root = join(folder, 'repository');
const run = (...args: string[]) => [process.execPath, program, ...args];

await makeScaleStore(root, { program, checkpoints: many });

const commands: readonly (readonly string[])[] = [
  ['list'],
  ['list', '--json'],
  ['list', '-n', '20'],
  ['grep', 'change file 7'],
  ['grep', 'value19 = 99999'],
  ['doctor'],
  ['prune', '--dry-run'],
  ['usage'],
  ['ui', '--no-open'],
];
const wanted = values.only?.split(',');
const rows: string[] = [];
let over = false;
for (const args of commands.filter(([name = '']) => wanted === undefined || wanted.includes(name))) {
  const talk = args[0] === 'ui' ? readWholePage : undefined;
  const { seconds, work, megabytes, lines } = await peakOf(run(...args), root, talk);
  const isOver = seconds > MOST_SECONDS || megabytes > MOST_MEGABYTES;
  over ||= isOver;
  const command = args.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ');
  rows.push(
    `| ${command} | ${lines} | ${seconds.toFixed(1)} | ${work.toFixed(1)} | ${megabytes} | ${isOver ? 'over' : ''} |`,
  );
  process.stdout.write(`${rows.at(-1)}\n`);
}
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
const table = [
  `| command, ${many.toLocaleString('en')} checkpoints | lines | s | s of CPU | MB | |`,
  '|---|---|---|---|---|---|',
  ...rows,
  '',
  `${new Date().toISOString().slice(0, 10)}; ${cpus().length} cores at load ${loadavg()[0]?.toFixed(1)}, ${execFileSync('git', ['--version']).toString().trim()}, Node ${process.versions.node}.`,
];
if (!values.print) writeTable('scale', 'npm run bench:scale', table);
process.exitCode = over ? 1 : 0;

/** Asks for what the page shows of all checkpoints, as it does. */
async function readWholePage(firstLine: string): Promise<number> {
  const { origin, searchParams } = new URL(firstLine.trim());
  const headers = { 'git-checkpoint-token': searchParams.get('token') ?? '' };
  const read = async (path: string) => (await fetch(`${origin}${path}`, { headers })).text();
  const first = JSON.parse(await read('/api/timeline?limit=40')) as TimelineJson;
  const older = (await read(`/api/timeline/all?before=${first.before}`)).trimEnd().split('\n');
  const parts = older.map((line) => JSON.parse(line) as TimelineJson);
  if (parts.at(-1)?.before !== undefined) throw new Error('the page was not told everything');
  return [first, ...parts].reduce((sum, part) => sum + part.rows.length, 0);
}
