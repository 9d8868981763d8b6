/** Runs a stretch of cases of one target: first the kept ones, then mutations of the seeds. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../src/core/failure.ts';
import { mutate } from './mutate.ts';
import type { Report } from './report.ts';
import { seedsOf, type Target, targets } from './targets.ts';

const STRETCH_MS = 8000;
const REPORT_EVERY = 50;
const MAX_CASE_MS = 2000;
const MAX_MEMORY = 300 * 1024 * 1024;

const [name = '', seedText = '1'] = process.argv.slice(2);
const target = targets.find((one) => one.name === name);
if (target === undefined) throw new Error(`no target '${name}'`);
const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-fuzz-'));
try {
  await runStretch(target, Number(seedText));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.disconnect?.();

async function runStretch(one: Target, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const seeds = seedsOf(one);
  const end = performance.now() + STRETCH_MS;
  let report: Report = { cases: 0, rejected: 0, slowest: 0, memory: 0, at: '' };
  for (let at = 0; performance.now() < end; at += 1) {
    const base = seeds[at] ?? seeds[Math.floor(random() * seeds.length)] ?? Buffer.alloc(0);
    const input = at < seeds.length ? base : mutate(base, random, seeds);
    const ran = await runCase(one, input);
    const memory = process.memoryUsage().rss;
    const problem = ran.problem ?? (memory > MAX_MEMORY ? `${Math.round(memory / 1e6)} MB in use` : undefined);
    report = {
      cases: report.cases + 1,
      rejected: report.rejected + (ran.rejected ? 1 : 0),
      slowest: Math.max(report.slowest, ran.time),
      memory: Math.max(report.memory, memory),
      at: `case ${at}`,
    };
    if (problem === undefined && report.cases < REPORT_EVERY) continue;
    process.send?.(problem === undefined ? report : { ...report, problem: `${problem}; kept as ${keep(one, input)}` });
    report = { ...report, cases: 0, rejected: 0 };
    if (memory > MAX_MEMORY) return;
  }
  process.send?.(report);
}

async function runCase(one: Target, input: Buffer): Promise<{ rejected: boolean; time: number; problem?: string }> {
  const before = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(before);
    return Math.round((user + system) / 1000);
  };
  try {
    await one.run(input, folder);
    return timed(false, spent());
  } catch (error) {
    if (error instanceof Failure) return timed(true, spent());
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { rejected: false, time: spent(), problem: `not a Failure: ${words.split('\n').slice(0, 4).join(' | ')}` };
  }
}

function timed(rejected: boolean, time: number) {
  return time > MAX_CASE_MS ? { rejected, time, problem: `took ${time} ms` } : { rejected, time };
}

function keep({ name: kind }: Target, input: Buffer): string {
  const place = join('fixtures', 'fuzz', kind);
  mkdirSync(place, { recursive: true });
  const path = join(place, createHash('sha256').update(input).digest('hex').slice(0, 16));
  writeFileSync(path, input);
  return path;
}

/** The same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
