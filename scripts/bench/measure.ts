import { spawnSync } from 'node:child_process';
import { benchEnv } from './repositories.ts';

export interface Candidate {
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Its standard input. */
  readonly input?: () => string;
  /** Untimed, before each run. */
  readonly before?: () => void;
  /** Untimed, after each run: what goes on beside must not disturb the next one. */
  readonly after?: () => void;
}

/** The median of each candidate in milliseconds, or what `choose` makes of its times. Every one runs once a round, in turn: a drifting load then falls on all alike. */
export function roundRobin(
  candidates: readonly Candidate[],
  rounds: number,
  choose: (times: readonly number[]) => number = middle,
): ReadonlyMap<string, number> {
  const times = new Map(candidates.map(({ name }) => [name, [] as number[]]));
  // The first round warms the caches.
  for (let round = -1; round < rounds; round += 1) {
    for (const candidate of candidates) {
      candidate.before?.();
      const took = timed(candidate);
      if (round >= 0) times.get(candidate.name)?.push(took);
      candidate.after?.();
    }
  }
  return new Map([...times].map(([name, list]) => [name, choose(list)]));
}

function timed({ name, argv, cwd, input }: Candidate): number {
  const [env, text] = [{ ...benchEnv(), CLAUDE_PID: String(process.pid) }, input?.() ?? ''];
  const began = process.hrtime.bigint();
  const run = spawnSync(argv[0] ?? '', argv.slice(1), { cwd, env, input: text, encoding: 'utf8' });
  const took = Number(process.hrtime.bigint() - began) / 1e6;
  if (run.status !== 0) throw new Error(`${name}: exit ${run.status}: ${run.stderr}`);
  return took;
}

export function middle(list: readonly number[]): number {
  const sorted = [...list].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
