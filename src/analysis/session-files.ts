import { BOUNDS } from './bounds.ts';
import { kindsOf } from './command-kind.ts';
import { withoutCd } from './command-outcome.ts';
import { type CallView, isEdit, nearPath, type SessionView } from './session-view.ts';

export interface SessionFiles {
  readonly edited: readonly string[];
  /** With the lines that were seen, such as `1-120, 360-479`. */
  readonly read: readonly { readonly path: string; readonly lines: string }[];
}

type Range = readonly [from: number, to: number];

/** The files a session edited and read, newest last. */
export function findSessionFiles(view: SessionView): SessionFiles {
  const byOthers = view.session.subagents
    .flatMap((one) => one.edited ?? [])
    .map((path) => nearPath(path, view.session.cwd ?? ''));
  const read = new Map<string, Range[]>();
  const edited = new Set(byOthers);
  for (const entry of view.calls) {
    for (const gone of removedBy(entry, view.session.cwd ?? '')) forgetBelow(gone, [edited, read]);
    if (isEdit(entry)) for (const path of entry.paths) addLast(edited, path);
    for (const reading of readsOf(entry, view.session.cwd ?? '')) addReading(read, reading);
  }
  return {
    edited: [...edited].slice(-BOUNDS.files),
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

function addReading(read: Map<string, Range[]>, { path, range }: Reading): void {
  const ranges = read.get(path) ?? [];
  read.delete(path);
  read.set(path, range ? [...ranges, range] : ranges);
}

function addLast(paths: Set<string>, path: string): void {
  paths.delete(path);
  paths.add(path);
}

const REMOVES = /^(?:rm|git rm) (?!.*--cached)(?:-\S+ )*(.+)$/;

/** Files and directories that a command took away, as far as their names are plain. */
function removedBy({ call, failed }: CallView, cwd: string): readonly string[] {
  const { command = '' } = call;
  if (failed || call.result !== 'ok' || !/\brm /.test(command)) return [];
  const words = kindsOf(command).flatMap(({ text }) => REMOVES.exec(text)?.[1]?.split(/\s+/) ?? []);
  // After a step into another directory, only a whole path says where.
  const isMoved = /\bcd /.test(withoutCd(command, cwd));
  return words
    .map((word) => word.replace(/^["']|["']$/g, '').replace(/\/$/, ''))
    .filter((word) => /^[\w@./-]+$/.test(word) && !/^\.*$/.test(word) && !(isMoved && !word.startsWith('/')))
    .map((word) => nearPath(word, cwd));
}

function forgetBelow(gone: string, known: readonly (Set<string> | Map<string, unknown>)[]): void {
  for (const paths of known)
    for (const path of [...paths.keys()]) if (path === gone || path.startsWith(`${gone}/`)) paths.delete(path);
}
