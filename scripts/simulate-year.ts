/**
 * A year of work with retention at work, in minutes: 20,000 turn saves with commits, branches, sessions and restores, made by git's own
 * import day by day, and after each step what a hook does once an hour, with the clock of that day. Prints what is left, month by month,
 * and writes it into docs/benchmarks.md.
 *
 *   npm run build && node --import tsx scripts/simulate-year.ts [--checkpoints 20000] [--days 365] [--step 1] [--print]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { processWorld } from '../src/open/process-world.ts';
import { withRepository } from '../src/open/repository.ts';
import { keepSmall } from '../src/repository/keep-small.ts';
import { usage } from '../src/repository/usage.ts';
import { benchEnv } from './bench/repositories.ts';
import { writeTable } from './bench/write-table.ts';
import { addCheckpoints, beginScaleStore } from './scale/store.ts';

const { values } = parseArgs({
  options: {
    checkpoints: { type: 'string', default: '20000' },
    days: { type: 'string', default: '365' },
    step: { type: 'string', default: '1' },
    print: { type: 'boolean', default: false },
  },
});
const [many, days, step] = [values.checkpoints, values.days, values.step].map(Number) as [number, number, number];
const DAY_MS = 86_400_000;
const program = fileURLToPath(new URL('../dist/git-checkpoint.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-year-'));
const root = join(folder, 'repository');
const begin = Date.UTC(2025, 0, 1);
const save = () => execFileSync(process.execPath, [program, 'save', '-m', 'one'], { cwd: root, env: benchEnv() });
const pattern = await beginScaleStore(root, save);

const table: string[] = [];
const tell = (line: string) => {
  table.push(line);
  process.stdout.write(`${line}\n`);
};
tell('| day | saved | left | in the trash | MB | loose objects | packs | s for retention |');
tell('|---|---|---|---|---|---|---|---|');
let made = 0;
let longest = 0;
for (let day = step; day <= days; day += step) {
  const upTo = Math.round((many * day) / days);
  const [from, to] = [begin + (day - step) * DAY_MS, begin + day * DAY_MS];
  addCheckpoints(root, { first: made + 1, last: upTo, from, to, pattern });
  made = upTo;
  const world = { ...processWorld(root), env: benchEnv(), now: () => new Date(to) };
  const began = performance.now();
  await withRepository(root, world, async (repository) => {
    while ((await keepSmall(repository)).removed > 0);
    const took = (performance.now() - began) / 1000;
    longest = Math.max(longest, took);
    if (Math.floor(day / 30) === Math.floor((day - step) / 30) && day + step <= days) return;
    const { checkpoints, trashed, bytes, looseObjects } = await usage(repository);
    const megabytes = (bytes.files + bytes.conversations + bytes.notes + bytes.trash) / 1e6;
    const packs = execFileSync('git', ['count-objects', '-v'], { cwd: root })
      .toString()
      .match(/^packs: (\d+)/m)?.[1];
    const row = [day, made, checkpoints, trashed, megabytes.toFixed(1), looseObjects, packs, took.toFixed(1)];
    tell(`| ${row.join(' | ')} |`);
  });
}
tell('');
const date = new Date().toISOString().slice(0, 10);
const machine = `${cpus().length} cores with a load of ${loadavg()[0]?.toFixed(0)}`;
tell(`The longest retention took ${longest.toFixed(1)} s. ${date}; ${machine}.`);
execFileSync('git', ['fsck', '--connectivity-only', '--no-dangling'], { cwd: root, stdio: 'inherit' });
if (!values.print) writeTable('year', `scripts/simulate-year.ts --step ${step}`, table);
rmSync(folder, { recursive: true, force: true });
