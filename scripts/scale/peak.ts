import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { benchEnv } from '../bench/repositories.ts';

/** What one run of a command took. */
export interface Peak {
  readonly seconds: number;
  /** Of a processor, by the process and those that it started: what a busy machine does not change much. */
  readonly work: number;
  /** The most that the process and those that it started held together; 0 where the system does not tell. */
  readonly megabytes: number;
  readonly lines: number;
}

const LOOK_EVERY_MS = 15;
/** What Linux counts in, on every machine that Node runs on. */
const TICKS_A_SECOND = 100;

/** Speaks to a server that began with this line, until it may end; answers how many lines it was told. */
type Talk = (firstLine: string) => Promise<number>;

/** Runs a command to its end and looks at its memory meanwhile. A doctor that finds something ends with 1. */
export async function peakOf(argv: readonly string[], cwd: string, talk?: Talk): Promise<Peak> {
  const began = process.hrtime.bigint();
  const child = spawn(argv[0] ?? '', argv.slice(1), { cwd, env: benchEnv(), stdio: ['ignore', 'pipe', 'inherit'] });
  const seen: Seen = { kilobytes: 0, ticks: 0 };
  const look = setInterval(() => {
    seen.kilobytes = Math.max(seen.kilobytes, heldBy(child.pid ?? 0));
    seen.ticks = Math.max(seen.ticks, ticksOf(child.pid ?? 0));
  }, LOOK_EVERY_MS);
  let lines = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 0x0a) lines += 1;
  });
  const talked = talk && once(child.stdout, 'data').then(([chunk]) => talk(String(chunk)));
  void talked?.finally(() => child.kill('SIGINT'));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(look);
  lines += (await talked) ?? 0;
  if (code !== 0 && code !== 1) throw new Error(`${argv.join(' ')}: exit ${code}`);
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  return { seconds, work: seen.ticks / TICKS_A_SECOND, megabytes: Math.round(seen.kilobytes / 1024), lines };
}

interface Seen {
  kilobytes: number;
  ticks: number;
}

/** In kilobytes, now; without files that are mapped, which the system's cache holds for all. */
function heldBy(pid: number): number {
  try {
    const own = Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    return childrenOf(pid).reduce((sum, child) => sum + heldBy(child), own);
  } catch {
    // It ended meanwhile, or there is no /proc.
    return 0;
  }
}

/** Of the process, of its children that ended, and of those that run. */
function ticksOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    return childrenOf(pid).reduce((sum, child) => sum + ticksOf(child), own);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
