/**
 * Measures what a capture of CheckpointManager costs inside a running process beside the bare git sequence, and what a thousand of them leave
 * behind. `--quick` uses few rounds, `--captures=N` another number than a thousand. Runs bundled in a plain node, as a user's program would: the
 * loader for TypeScript doubles the size of the process, and with it what every start of git costs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { World } from '../src/index.ts';
import { middle } from './bench/measure.ts';
import { referenceScript } from './bench/references.ts';
import { benchEnv, benchRepository, change, reset } from './bench/repositories.ts';

const quick = process.argv.includes('--quick');
const captures = Number(process.argv.find((argument) => argument.startsWith('--captures='))?.slice(11) ?? 1000);
const INSIDE = '--inside';
const say = (text: string) => process.stdout.write(`${text}\n`);

type Library = typeof import('../src/index.ts');
// As it is shipped: the thread of the captures is a built file.
const { CheckpointManager }: Library = await import(pathToFileURL(resolve('dist', 'index.js')).href);

function managerFor(root: string, stateDir: string) {
  const silent = { write: () => true };
  const stdin = (async function* () {})();
  const world: World = { cwd: root, env: benchEnv(), stdin, stdout: silent, stderr: silent, now: () => new Date() };
  return new CheckpointManager({ projectRoot: root, sessionId: 'bench', stateDir }, world);
}

async function timed(work: () => unknown): Promise<number> {
  const started = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - started) / 1e6;
}

/** Both in turn, each after the same change of files: a machine's drifting load falls on both. */
async function benchCapture(files: number, stateDir: string): Promise<void> {
  const root = benchRepository(files, 'watch');
  const reference = referenceScript();
  const manager = managerFor(root, stateDir);
  for (const amount of [0, 3, 100]) {
    const own: number[] = [];
    const bare: number[] = [];
    for (let round = -2; round < (quick ? 5 : 25); round += 1) {
      change(root, amount, files);
      const one = await timed(() => manager.captureCheckpoint());
      change(root, amount, files);
      const other = await timed(() => spawnSync('sh', [reference], { cwd: root, env: benchEnv(), stdio: 'ignore' }));
      if (round < 0) continue;
      own.push(one);
      bare.push(other);
    }
    reset(root);
    const ratio = (pick: (list: readonly number[]) => number) => (pick(own) / pick(bare)).toFixed(2);
    const least = (list: readonly number[]) => Math.min(...list);
    const show = (list: readonly number[]) => `${middle(list).toFixed(0)} / ${least(list).toFixed(0)}`;
    say(`| ${files} | ${amount} | ${show(bare)} | ${show(own)} | ${ratio(middle)} | ${ratio(least)} |`);
  }
}

interface Footprint {
  readonly heap: number;
  readonly rss: number;
  readonly handles: number;
  readonly files: number;
}

function footprint(collect: () => void): Footprint {
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    heap: heapUsed / 1e6,
    rss: rss / 1e6,
    handles: process.getActiveResourcesInfo().length,
    files: readdirSync('/proc/self/fd').length,
  };
}

/** A thousand captures in one process: memory stays flat and no handle stays open. */
async function soak(stateDir: string): Promise<void> {
  setFlagsFromString('--expose_gc');
  const collect: () => void = runInNewContext('gc');
  const root = benchRepository(200, 'watch-soak');
  const manager = managerFor(root, stateDir);
  say('\n| captures | heap MB | rss MB | handles | open files |\n|---|---|---|---|---|');
  const seen: Footprint[] = [];
  for (let at = 1; at <= captures; at += 1) {
    change(root, 2, 200);
    manager.captureCheckpoint();
    if (at % Math.ceil(captures / 10) !== 0) continue;
    const now = footprint(collect);
    seen.push(now);
    say(`| ${at} | ${now.heap.toFixed(1)} | ${now.rss.toFixed(0)} | ${now.handles} | ${now.files} |`);
  }
  reset(root);
  const [first] = seen;
  const last = seen.at(-1);
  const flat = first !== undefined && last !== undefined && last.heap < first.heap + 3;
  const closed =
    first !== undefined && last !== undefined && last.handles <= first.handles && last.files <= first.files;
  say(`\n${captures} captures: memory ${flat ? 'flat' : 'GROWS'}, handles ${closed ? 'all closed' : 'LEAK'}`);
  if (!flat || !closed) process.exitCode = 1;
}

async function measure(): Promise<void> {
  const stateDir = mkdtempSync(join(tmpdir(), 'git-checkpoint-bench-state-'));
  say(
    '| files | changed | bare git sequence with note (ms, median / least) | captureCheckpoint | ratio by median | by least |',
  );
  say('|---|---|---|---|---|---|');
  for (const files of [200, 10_000]) await benchCapture(files, stateDir);
  await soak(stateDir);
  rmSync(stateDir, { recursive: true });
}

async function measureBundled(): Promise<void> {
  const { buildSync } = await import('esbuild');
  const outfile = resolve('node_modules', '.bench-watch.mjs');
  const entryPoints = [fileURLToPath(import.meta.url)];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  const run = spawnSync(process.execPath, [outfile, ...process.argv.slice(2), INSIDE], { stdio: 'inherit' });
  rmSync(outfile);
  process.exitCode = run.status ?? 1;
}

await (process.argv.includes(INSIDE) ? measure() : measureBundled());
