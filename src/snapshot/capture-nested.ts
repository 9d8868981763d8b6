import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { SkippedFile } from '../core/note.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import type { GitEngine } from '../git/engine.ts';
import { type ChooseLimits, excludedBy } from './choose-files.ts';
import { type FilesSnapshot, takeFilesSnapshot } from './snapshot-of-files.ts';

/** A repository inside of the working tree, as it is. */
export interface NestedSnapshot {
  /** From the top of the working tree that is saved. */
  readonly path: string;
  /** Of its own files; what is nested in it again stands beside it. */
  readonly snapshot: FilesSnapshot;
}

interface CapturedNested {
  readonly nested: readonly NestedSnapshot[];
  /** What was left out of them, and those that could not be captured at all. */
  readonly skipped: readonly SkippedFile[];
}

/** More are somebody's collection of clones, and each costs a few processes. */
const MAX_LOOKS = 32;
const MAX_DEPTH = 4;
/** Where an agent may be waiting, no further one is begun after so many milliseconds. */
const MAX_MS = 3000;

/** Captures the repositories inside of a working tree, and those in them. Their HEAD, index and files stay as they are. */
export async function captureNested(
  engine: GitEngine,
  around: Pick<FilesSnapshot, 'status' | 'changes' | 'bytes'>,
  given: ChooseLimits,
): Promise<CapturedNested> {
  const limits = limitsInside(given);
  const mayLook = gateFor(limits, given.fit || given.hurry ? performance.now() + MAX_MS : Number.POSITIVE_INFINITY);
  const found: NestedSnapshot[] = [];
  const skipped: SkippedFile[] = [];
  let left = limits.maxCheckpointSize - around.bytes;
  const waiting = candidatesOf(limits.nested === 'name' ? { ...around, changes: [] } : around);
  const asked = [...(limits.alsoInside?.keys() ?? [])].filter((path) => !waiting.some((one) => one.path === path));
  waiting.push(...asked.map((path) => ({ path, depth: 1 })));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { path, commit, depth } = next;
    const why = mayLook(next);
    const looked = why === undefined ? await lookInto(engine, path, { ...limits, maxCheckpointSize: left }) : 'refused';
    if (looked === 'refused') skipped.push({ path, size: 0, why: why ?? 'nested-repository' });
    if (typeof looked === 'string') continue;
    const { snapshot, inside } = looked;
    const below = inside.map((one) => ({ ...one, path: `${path}/${one.path}`, depth: depth + 1 }));
    waiting.push(...below.filter((one) => !asked.includes(one.path)));
    // A submodule that is just as its commit needs no copy: the commit is in the tree around it.
    if (commit !== undefined && snapshot.status.head === commit && isClean(snapshot)) continue;
    left -= snapshot.bytes;
    found.push({ path, snapshot });
    skipped.push(...snapshot.skipped.map((file) => ({ ...file, path: `${path}/${file.path}` })));
  }
  return { nested: found, skipped };
}

/** Tells why a repository is not looked into; undefined when it is. */
function gateFor(limits: ChooseLimits, until: number): (candidate: Candidate) => SkippedFile['why'] | undefined {
  const isExcluded = excludedBy(limits);
  let looks = 0;
  return ({ path, depth, isUntracked }) => {
    if (isUntracked && isExcluded(path)) return 'excluded';
    looks += 1;
    const isOver = looks > MAX_LOOKS || depth > MAX_DEPTH || performance.now() > until;
    return limits.nested === 'capture' && !isOver ? undefined : 'nested-repository';
  };
}

/** What is too much is left out and named: it must not cost the repository around its checkpoint. */
function limitsInside(limits: ChooseLimits): ChooseLimits {
  return limits.maxCheckpointSize === Number.MAX_SAFE_INTEGER ? limits : { ...limits, fit: true };
}

function isClean({ changes, indexTree }: FilesSnapshot): boolean {
  return changes.length === 0 && indexTree === undefined;
}

interface Candidate {
  readonly path: string;
  /** Of a submodule that did not move: the commit that it stands on. */
  readonly commit?: Oid;
  /** 1 for one that is in no other. */
  readonly depth: number;
  /** No submodule; patterns of the user's may leave it out. */
  readonly isUntracked?: boolean;
}

function candidatesOf({ status: { entries }, changes }: Pick<FilesSnapshot, 'status' | 'changes'>): Candidate[] {
  const untracked = entries.filter(({ kind }) => kind === 'nested-repository');
  const dirty = entries.filter(({ kind, dirtySubmodule }) => dirtySubmodule && kind === 'tracked');
  // A commit that no commit of the repository around names yet is kept, too.
  const moved = changes.filter(({ newMode }) => newMode === SUBMODULE);
  const submodules = new Set([...dirty, ...moved].map(({ path }) => path));
  return [
    ...untracked.map(({ path }) => ({ path, depth: 1, isUntracked: true })),
    ...[...submodules].map((path) => ({ path, depth: 1 })),
  ];
}

interface Looked {
  readonly snapshot: FilesSnapshot;
  /** What may be nested in it, by paths from its own top. */
  readonly inside: readonly Candidate[];
}

async function lookInto(outer: GitEngine, path: string, limits: ChooseLimits): Promise<Looked | 'absent' | 'refused'> {
  const engine = await outer.openNested(path);
  if (typeof engine === 'string') return engine;
  try {
    const snapshot = await takeNestedSnapshot(engine, path, limits);
    const inside = candidatesOf(snapshot);
    const known = new Set(inside.map((one) => one.path));
    // git was told not to look into these: their own configuration would have a say in it.
    const submodules = (await engine.listTree(snapshot.tree)).filter(({ mode }) => mode === SUBMODULE);
    const others = submodules.filter((link) => !known.has(link.path));
    return { snapshot, inside: [...inside, ...others.map(({ path, oid }) => ({ path, commit: oid, depth: 1 }))] };
  } catch (error) {
    // Damaged, or the engine cannot do it right: its name is all that is known.
    if (error instanceof Failure) return 'refused';
    throw error;
  } finally {
    await engine.close();
  }
}

/** A snapshot of an open repository inside of the working tree, by the limits of the one around. */
export function takeNestedSnapshot(engine: GitEngine, path: string, limits: ChooseLimits): Promise<FilesSnapshot> {
  const { also: _, alsoInside, ...rest } = limits;
  const also = alsoInside?.get(path);
  return takeFilesSnapshot(engine, { ...rest, above: `${path}/`, ...(also && { also }) });
}
