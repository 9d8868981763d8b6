import { BOUNDS } from './bounds.ts';
import { type CallView, isEdit, nearPath, type SessionView } from './session-view.ts';

export interface SessionFiles {
  readonly edited: readonly string[];
  /** With the lines that were seen, such as `1-120, 360-479`. */
  readonly read: readonly { readonly path: string; readonly lines: string }[];
}

type Range = readonly [from: number, to: number];

/** The files a session edited and read, newest last. */
export function findSessionFiles(view: SessionView): SessionFiles {
  const edited = view.calls.filter(isEdit).flatMap((entry) => entry.paths);
  const byOthers = view.session.subagents
    .flatMap((one) => one.edited ?? [])
    .map((path) => nearPath(path, view.session.cwd ?? ''));
  const read = new Map<string, Range[]>();
  for (const { path, range } of view.calls.flatMap((entry) => readsOf(entry, view.session.cwd ?? ''))) {
    const ranges = read.get(path) ?? [];
    read.delete(path);
    read.set(path, range ? [...ranges, range] : ranges);
  }
  return {
    edited: lastDistinct([...byOthers, ...edited]).slice(-BOUNDS.files),
    read: [...read].slice(-BOUNDS.files).map(([path, ranges]) => ({ path, lines: joinRanges(ranges) })),
  };
}

interface Reading {
  readonly path: string;
  readonly range?: Range;
}

function readsOf({ call, paths }: CallView, cwd: string): Reading[] {
  if (call.result !== 'ok') return [];
  if (call.action === 'read') return paths.map((path) => ({ path, ...ranged(parseRange(call.lines ?? '')) }));
  return (call.reads ?? []).map(({ path, lines = '' }) => ({
    path: nearPath(path, cwd),
    ...ranged(parseRange(lines)),
  }));
}

function ranged(range: Range | undefined): { range?: Range } {
  return range === undefined ? {} : { range };
}

function parseRange(lines: string): Range | undefined {
  const match = /^(\d+)-(\d+)$/.exec(lines);
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}

function joinRanges(ranges: readonly Range[]): string {
  const joined: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined
    .slice(0, 12)
    .map(([from, to]) => `${from}-${to}`)
    .join(', ');
}

function lastDistinct(paths: readonly string[]): string[] {
  return [...new Set([...paths].reverse())].reverse();
}
