/**
 * Feeds mutated input to everything that reads what comes from elsewhere: notes, ledgers, transcripts, hook payloads, packs. Only a
 * `Failure` may come of it: no crash, no case over two seconds of processor time, no more than 300 MB. A case that breaks a rule is
 * kept in fixtures/fuzz/<target>/, which every run begins with.
 *
 *     npm run fuzz -- --minutes 10 [--seed N] [--target notes]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Report } from './fuzz/report.ts';
import { targets } from './fuzz/targets.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, target: { type: 'string' } },
});
const end = Date.now() + Number(values.minutes ?? '1') * 60_000;
const names = targets.map(({ name }) => name).filter((name) => values.target === undefined || name === values.target);
const HANGS_AFTER_MS = 30_000;
const MAX_SILENT_S = 12;
const TICKS_PER_SECOND = 100;
let seed = Number(values.seed ?? Date.now() % 1_000_000);
let broken = 0;
const counts = new Map<string, { cases: number; rejected: number; slowest: number; memory: number }>();

/** Seconds that a process has worked; endless where that cannot be known. */
function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    // No /proc on this platform, or it just ended.
    return Number.POSITIVE_INFINITY;
  }
}

/** One process for each stretch of a target: memory that grows is seen, and a hang can be ended. */
function stretch(name: string): Promise<void> {
  seed += 1;
  const child: ChildProcess = fork(fileURLToPath(new URL('./fuzz/worker.ts', import.meta.url)), [name, String(seed)]);
  return new Promise((resolve) => {
    let last = '';
    let spent = 0;
    const hangs = () => {
      const now = processorTime(child.pid ?? 0);
      // On a busy machine a process may wait long for its turn; that is no hang.
      if (now - spent < MAX_SILENT_S) {
        timer = setTimeout(hangs, HANGS_AFTER_MS);
        return;
      }
      broken += 1;
      process.stdout.write(`HANG ${name} seed ${seed} ${last}\n`);
      child.kill('SIGKILL');
    };
    let timer = setTimeout(hangs, HANGS_AFTER_MS);
    child.on('message', (report: Report) => {
      clearTimeout(timer);
      timer = setTimeout(hangs, HANGS_AFTER_MS);
      last = report.at;
      spent = processorTime(child.pid ?? 0);
      if (report.problem !== undefined) {
        broken += 1;
        process.stdout.write(`${name} seed ${seed}: ${report.problem}\n`);
      }
      const before = counts.get(name) ?? { cases: 0, rejected: 0, slowest: 0, memory: 0 };
      counts.set(name, {
        cases: before.cases + report.cases,
        rejected: before.rejected + report.rejected,
        slowest: Math.max(before.slowest, report.slowest),
        memory: Math.max(before.memory, report.memory),
      });
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (code !== 0 && signal !== 'SIGKILL') {
        broken += 1;
        process.stdout.write(`CRASH ${name} seed ${seed}: exit ${code ?? signal} after ${last}\n`);
      }
      resolve();
    });
  });
}

while (Date.now() < end) for (const name of names) if (Date.now() < end) await stretch(name);
for (const [name, { cases, rejected, slowest, memory }] of counts)
  process.stdout.write(
    `${name}: ${cases} cases, ${rejected} refused, slowest ${slowest} ms, at most ${Math.round(memory / 1e6)} MB\n`,
  );
process.stdout.write(broken === 0 ? 'Nothing broke.\n' : `${broken} broke.\n`);
process.exitCode = broken === 0 ? 0 : 1;
