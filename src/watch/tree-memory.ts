import { readdirSync, readFileSync } from 'node:fs';
import type { Memory } from './checkpoint-data.ts';

/**
 * The memory of a process and all its descendants: resident, and of that what belongs to no file, which is nearest to a heap. Nothing
 * where the platform has no /proc.
 */
export function treeMemory(pid: number): Memory {
  const seen = new Set<number>();
  const waiting = [pid];
  let heapUsed = 0;
  let rss = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const status = readProc(`/proc/${next}/status`);
    heapUsed += kilobytes(status, 'RssAnon');
    rss += kilobytes(status, 'VmRSS');
    waiting.push(...childrenOf(next));
  }
  return { heapUsed, rss };
}

function childrenOf(pid: number): number[] {
  const threads = listProc(`/proc/${pid}/task`);
  const children = threads.map((thread) => readProc(`/proc/${pid}/task/${thread}/children`));
  return children.join(' ').split(' ').filter(Boolean).map(Number);
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

// A process may end while its files are read: then it has no memory any more.
function readProc(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function listProc(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
