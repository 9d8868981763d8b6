import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchEnv } from './repositories.ts';

export interface Candidate {
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Untimed, before each run. */
  readonly before?: () => void;
  /** Untimed, after each run: what goes on beside must not disturb the next one. */
  readonly after?: () => void;
}

export interface Timing {
  readonly median: number;
  readonly least: number;
}

/** Every candidate once per round, in turn: a machine's drifting load then falls on all alike. */
export function roundRobin(candidates: readonly Candidate[], rounds: number): Map<string, Timing> {
  const times = new Map(candidates.map(({ name }) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, argv, cwd, before, after } of candidates) {
      before?.();
      const started = process.hrtime.bigint();
      const run = spawnSync(argv[0] ?? '', argv.slice(1), {
        cwd,
        env: benchEnv(),
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      });
      const took = Number(process.hrtime.bigint() - started) / 1e6;
      if (run.status !== 0 && !name.startsWith('verify')) throw new Error(`${name}: exit ${run.status}: ${run.stderr}`);
      after?.();
      // The first round warms the caches.
      if (round >= 0) times.get(name)?.push(took);
    }
  }
  return new Map([...times].map(([name, list]) => [name, { median: middle(list), least: Math.min(...list) }]));
}

export function middle(list: readonly number[]): number {
  const sorted = [...list].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The most memory that a run held, in MB, as the kernel counted it; each git child is counted apart. */
export function peakMemory(argv: readonly string[], cwd: string): number {
  const report = join(tmpdir(), `git-checkpoint-rss-${process.pid}`);
  const preload = `${report}.cjs`;
  writeFileSync(
    preload,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(report)}, String(process.resourceUsage().maxRSS)));`,
  );
  const run = spawnSync(process.execPath, ['--require', preload, ...argv], { cwd, env: benchEnv(), stdio: 'ignore' });
  if (run.status !== 0) throw new Error('the memory could not be measured');
  const kilobytes = Number(readFileSync(report, 'utf8'));
  for (const path of [report, preload]) rmSync(path);
  return kilobytes / 1000;
}
