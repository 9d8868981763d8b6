/**
 * What the user's own git commands take of a processor in a repository with many checkpoints, packed as the hooks pack them, beside the same repository without
 * them after `git gc`: with as many as retention leaves of a year, and with twenty thousand. `--no-graph` leaves out the commit-graph of the first.
 * Prints a Markdown table and writes it into docs/benchmarks.md; exits 1 when one takes more than 1.2 times as long.
 *
 *   npm run build && node --import tsx scripts/bench-user-git.ts [--checkpoints 1300,20000] [--rounds 21] [--no-graph] [--print]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { processWorld } from '../src/open/process-world.ts';
import { withRepository } from '../src/open/repository.ts';
import { benchEnv } from './bench/repositories.ts';
import { writeTable } from './bench/write-table.ts';
import { addCheckpoints, beginScaleStore } from './scale/store.ts';

const { values } = parseArgs({
  options: {
    checkpoints: { type: 'string', default: '1300,20000' },
    rounds: { type: 'string', default: '21' },
    'no-graph': { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  },
});
const MOST = 1.2;
/** One run takes a few milliseconds, which is too few to measure. */
const RUNS = 10;
const program = fileURLToPath(new URL('../dist/git-checkpoint.cjs', import.meta.url));
const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, env: benchEnv(), maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });

const commands = [['status'], ['fetch', 'origin'], ['push', 'origin', 'main'], ['commit', '--allow-empty', '-qm', 'x']];
const rows: { many: number; name: string; one: number; other: number; ratio: number }[] = [];
for (const many of values.checkpoints.split(',').map(Number)) rows.push(...(await measure(many)));

async function measure(many: number) {
  const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-user-git-'));
  const [full, bare] = [join(folder, 'with'), join(folder, 'without')];
  const pattern = await beginScaleStore(full, () =>
    execFileSync(process.execPath, [program, 'save', '-m', 'one'], { cwd: full, env: benchEnv() }),
  );
  const now = Date.now();
  addCheckpoints(full, { first: 1, last: many, from: now - 180 * 86_400_000, to: now - 1000, pattern });
  cpSync(full, bare, { recursive: true });
  const ours = git(bare, 'for-each-ref', '--format=delete %(refname)', 'refs/checkpoints', 'refs/notes').toString();
  execFileSync('git', ['update-ref', '--stdin'], { cwd: bare, env: benchEnv(), input: ours });
  await withRepository(
    full,
    { ...processWorld(full), env: benchEnv() },
    ({ engine }) => engine.tidy?.() ?? Promise.resolve(),
  );
  if (values['no-graph']) rmSync(join(full, '.git/objects/info/commit-graphs'), { recursive: true });
  git(bare, 'gc', '--quiet', '--prune=now');
  for (const root of [full, bare]) {
    git(root, 'init', '--quiet', '--bare', `${root}.git`);
    git(root, 'remote', 'add', 'origin', `${root}.git`);
    git(root, 'push', '--quiet', '-u', 'origin', 'main');
  }
  const measured = commands.map((args) => {
    const took = { with: [] as number[], without: [] as number[] };
    for (let round = 0; round < Number(values.rounds); round += 1) {
      // In turns, so that whatever else the machine does meets both.
      took.with.push(timeOf(full, args));
      took.without.push(timeOf(bare, args));
    }
    // Other work of the machine can only make a run slower.
    const [one, other] = [Math.min(...took.with), Math.min(...took.without)];
    return { many, name: args[0] ?? '', one, other, ratio: one / other };
  });
  rmSync(folder, { recursive: true, force: true });
  return measured;
}

const table = rows.map(
  ({ many, name, one, other, ratio }) =>
    `| git ${name} | ${many.toLocaleString('en')} | ${other.toFixed(1)} | ${one.toFixed(1)} | ${ratio.toFixed(2)} | ${ratio > MOST ? 'over' : ''} |`,
);
const machine = `${cpus().length} cores with a load of ${loadavg()[0]?.toFixed(0)}`;
const text = [
  '| command | checkpoints | ms of CPU without | with | ratio | |',
  '|---|---|---|---|---|---|',
  ...table,
  '',
  `${new Date().toISOString().slice(0, 10)}; ${machine}, the least of ${values.rounds} rounds of ${RUNS} runs in turns, nothing new to fetch or push.`,
];
process.stdout.write(`${text.join('\n')}\n`);
if (!values.print) writeTable('user git', 'scripts/bench-user-git.ts', text);
process.exitCode = rows.some(({ ratio }) => ratio > MOST) ? 1 : 0;

/** Milliseconds of a processor for one run, of git and of what it started: other work of the machine changes the time that passes by much more. */
function timeOf(root: string, args: readonly string[]): number {
  const timed = `TIMEFORMAT="%3U %3S"; time for (( at = 0; at < ${RUNS}; at += 1 )); do git "$@" > /dev/null 2>&1 || exit; done`;
  const run = spawnSync('bash', ['-c', timed, 'bash', ...args], { cwd: root, env: benchEnv(), encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: exit ${run.status}`);
  return run.stderr.split(' ').reduce((sum, seconds) => sum + Number(seconds) * 1000, 0) / RUNS;
}
