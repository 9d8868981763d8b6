import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { SUBMODULE, type TreeChange } from '../core/tree-change.ts';
import { compareTrees } from '../git/compare-trees.ts';
import { diffReadable } from '../git/diff-readable.ts';
import type { GitEngine, WorktreeStatus } from '../git/engine.ts';
import { captureNested, takeNestedSnapshot } from '../snapshot/capture-nested.ts';
import type { ChooseLimits } from '../snapshot/choose-files.ts';
import type { Snapshot } from '../snapshot/take-snapshot.ts';
import { placeChanges } from './end-all.ts';
import { claimAround, type NestedClaim, seenFrom } from './nested-then.ts';

/** What differs in a repository inside of the working tree. */
export interface NestedComparison {
  readonly path: string;
  /** In its own object store; absent where only one side has it, or one side is not known. */
  readonly trees?: { readonly from: Oid; readonly to: Oid };
  /** By paths from the top of the repository around. */
  readonly changes: readonly TreeChange[];
  /** It is not known whether it differs. */
  readonly isUnknown: boolean;
  /** A path whose content the checkpoint should have and cannot be read. */
  readonly damaged?: string;
}

/** The other side of a comparison: the working tree, with the limits it was looked at by, or another checkpoint. */
type OtherSide =
  | { readonly now: Pick<Snapshot, 'nested' | 'skipped'>; readonly limits: ChooseLimits }
  | { readonly checkpoint: Checkpoint };

/** Compares the nested repositories of a checkpoint with those of the working tree or of another one. */
export async function compareNested(engine: GitEngine, from: Checkpoint, to: OtherSide): Promise<NestedComparison[]> {
  const there = 'now' in to ? to.now.nested : (to.checkpoint.note.nested ?? []);
  const repositories = [...new Set([...(from.note.nested ?? []), ...there].map(({ path }) => path))].sort();
  const compared: NestedComparison[] = [];
  for (const path of repositories) {
    const claim = await claimAround(engine, path, { checkpoint: from, repositories });
    // What the checkpoint could not capture nobody can compare with.
    if (claim.kind !== 'unknown') compared.push(await compareOne(engine, { from, to, path, claim, repositories }));
  }
  return compared.filter(({ changes, isUnknown, damaged }) => changes.length > 0 || isUnknown || damaged !== undefined);
}

/** What changed in nested repositories since a checkpoint, for who knows only git's status. */
export async function nestedChangesNow(
  engine: GitEngine,
  checkpoint: Checkpoint,
  { status, limits }: { readonly status: WorktreeStatus; readonly limits: ChooseLimits },
): Promise<TreeChange[]> {
  const now = await captureNested(engine, { status, changes: [], bytes: 0 }, limits);
  return (await compareNested(engine, checkpoint, { now, limits })).flatMap(({ changes }) => changes);
}

interface Pair {
  readonly from: Checkpoint;
  readonly to: OtherSide;
  readonly path: string;
  readonly claim: NestedClaim;
  readonly repositories: readonly string[];
}

async function compareOne(outer: GitEngine, pair: Pair): Promise<NestedComparison> {
  const { path, claim } = pair;
  const only = (status: 'added' | 'deleted') => ({ path, changes: [{ status, path }], isUnknown: false });
  const unknown = { path, changes: [], isUnknown: true };
  if (claim.kind === 'new') return only('added');
  const engine = await outer.openNested(path);
  if (engine === 'absent') return claim.kind === 'captured' ? only('deleted') : { ...unknown, isUnknown: false };
  if (engine === 'refused') return unknown;
  try {
    const then = await seenFrom(engine, pair.from, { path, claim });
    const tree = await otherTree(outer, engine, pair);
    if (tree === 'gone') return only('deleted');
    if (then === undefined || tree === undefined) return unknown;
    if (then.tree === tree) {
      const damaged = await findDamaged(engine, then);
      return { path, changes: [], isUnknown: false, ...(damaged && { damaged: `${path}/${damaged}` }) };
    }
    const changes = await diffReadable(engine, { from: then.tree, to: tree }, { renames: true });
    return { path, trees: { from: then.tree, to: tree }, changes: placeChanges(changes, path), isUnknown: false };
  } finally {
    await engine.close();
  }
}

async function otherTree(
  outer: GitEngine,
  engine: GitEngine,
  { to, path, repositories }: Pair,
): Promise<Oid | 'gone' | undefined> {
  if ('now' in to) {
    const captured = to.now.nested.find((one) => one.path === path)?.snapshot;
    if (to.now.skipped.some((one) => one.path === path)) return undefined;
    return (captured ?? (await takeNestedSnapshot(engine, path, to.limits))).tree;
  }
  const { checkpoint } = to;
  const claim = await claimAround(outer, path, { checkpoint, repositories });
  return claim.kind === 'new' ? 'gone' : (await seenFrom(engine, checkpoint, { path, claim }))?.tree;
}

/**
 * The first path of a checkpoint whose content cannot be read; a folder's ends in a slash. What it shares with HEAD is not looked at; of
 * packed files it is enough that they are there.
 */
export async function findDamaged(
  engine: GitEngine,
  { base, tree }: Pick<Checkpoint, 'base' | 'tree'>,
): Promise<string | undefined> {
  const [head] = base === undefined ? [] : await engine.readObjects([`${base}^{tree}`]);
  const folders: string[] = [];
  const reader = {
    objectFormat: engine.objectFormat,
    readObjects: (names: readonly string[]) => engine.readObjects(names),
    lost: (folder: string) => void folders.push(folder),
  };
  const changes = await compareTrees(reader, head?.oid, tree);
  if (folders.length > 0) return folders[0] || './';
  const stored = changes.filter(({ newOid, newMode }) => newOid !== undefined && newMode !== SUBMODULE);
  const oids = stored.map(({ newOid = '' }) => newOid);
  const lost = new Set(await engine.missingObjects(oids, new Date()));
  return stored.find(({ newOid = '' }) => lost.has(newOid))?.path;
}
