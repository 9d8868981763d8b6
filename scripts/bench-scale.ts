/**
 * The commands that look at every checkpoint, in a repository of twenty thousand. Prints a Markdown table and writes it into
 * docs/benchmarks.md; exits 1 when one takes longer or needs more memory than its budget.
 *
 *   npm run bench:scale [-- --checkpoints 20000 --keep DIR --only list,grep --print]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchEnv } from './bench/repositories.ts';
import { peakOf } from './scale/peak.ts';
import { addCheckpoints, beginScaleStore } from './scale/store.ts';

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

if (!existsSync(join(root, '.git', 'scale-ready'))) {
  const save = () => execFileSync(process.execPath, [program, 'save', '-m', 'one'], { cwd: root, env: benchEnv() });
  const pattern = await beginScaleStore(root, save);
  const now = Date.now();
  addCheckpoints(root, { first: 1, last: many, from: now - 180 * 86_400_000, to: now - 1000, pattern });
  execFileSync('git', ['pack-refs', '--all'], { cwd: root });
  writeFileSync(join(root, '.git', 'scale-ready'), '');
}

const commands: readonly (readonly string[])[] = [
  ['list'],
  ['list', '--json'],
  ['list', '-n', '20'],
  ['grep', 'change file 7'],
  ['grep', 'value19 = 99999'],
  ['doctor'],
  ['prune', '--dry-run'],
  ['usage'],
];
const wanted = values.only?.split(',');
const rows: string[] = [];
let over = false;
for (const args of commands.filter(([name = '']) => wanted === undefined || wanted.includes(name))) {
  const { seconds, work, megabytes, lines } = await peakOf(run(...args), root);
  const isOver = seconds > MOST_SECONDS || megabytes > MOST_MEGABYTES;
  over ||= isOver;
  const command = args.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ');
  rows.push(
    `| ${command} | ${lines} | ${seconds.toFixed(1)} | ${work.toFixed(1)} | ${megabytes} | ${isOver ? 'over' : ''} |`,
  );
  process.stdout.write(`${rows.at(-1)}\n`);
}
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
if (!values.print) record(rows);
process.exitCode = over ? 1 : 0;

function record(table: readonly string[]): void {
  const path = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
  const text = readFileSync(path, 'utf8');
  const made = [
    '<!-- scale: npm run bench:scale -->',
    `| command, ${many.toLocaleString('en')} checkpoints | lines | s | s of CPU | MB | |`,
    '|---|---|---|---|---|---|',
    ...table,
    '',
    `${new Date().toISOString().slice(0, 10)}; ${cpus().length} cores, ${execFileSync('git', ['--version']).toString().trim()}, Node ${process.versions.node}.`,
    '<!-- end of scale -->',
  ].join('\n');
  const marks = /<!-- scale: [\s\S]*<!-- end of scale -->/;
  if (!marks.test(text)) throw new Error('docs/benchmarks.md has no place for the table');
  writeFileSync(
    path,
    text.replace(marks, () => made),
  );
}
