import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { SkippedFile } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { isUnreadable, unreadableWords } from '../core/skip-words.ts';
import { stripControls } from '../core/strip-controls.ts';
import { type ChangeCount, countChanges, type TreeChange } from '../core/tree-change.ts';
import { diffReadable } from '../git/diff-readable.ts';
import type { DiffOptions, GitEngine, PatchOptions } from '../git/engine.ts';
import { emptyTree } from '../git/hash.ts';
import { withoutWorktree } from '../git/without-worktree.ts';
import { type CheckpointOrNumber, comparingLimits, loadGiven, type Repository } from '../open/repository.ts';
import { compareNested, findDamaged, type NestedComparison } from '../restore/compare-nested.ts';
import type { RestorePlan } from '../restore/plan.ts';
import { findRestoredLine } from '../restore/restored-line.ts';
import { isAtOrBelow } from '../restore/steps.ts';
import type { ChooseLimits } from '../snapshot/choose-files.ts';
import { type Snapshot, takeSnapshot } from '../snapshot/take-snapshot.ts';
import { loadNumber, newestNumbers } from '../store/find.ts';
import { loadCheckpoint } from '../store/load.ts';

export interface Comparison {
  readonly from: CheckpointNumber;
  /** Absent when compared with the working tree. */
  readonly to?: CheckpointNumber;
  readonly trees: { readonly from: Oid; readonly to: Oid };
  /** Those in nested repositories, too. */
  readonly changes: readonly TreeChange[];
  readonly nested: readonly NestedComparison[];
  /** Files of the working tree of which it is not known what they hold. */
  readonly unknown: readonly SkippedFile[];
}

interface CompareRequest {
  /** Absent: the newest, or after a restore the one that the working tree was put back to. */
  readonly from?: CheckpointOrNumber;
  /** Absent: the working tree as it is now. */
  readonly to?: CheckpointOrNumber;
  readonly paths?: readonly string[];
}

/** What differs between a checkpoint and the working tree, or another checkpoint. */
export async function compare(repository: Repository, request: CompareRequest): Promise<Comparison> {
  const { engine } = repository;
  const from = request.from === undefined ? await loadLast(repository) : await loadGiven(repository, request.from);
  const to = request.to === undefined ? undefined : await loadGiven(repository, request.to);
  if (to === undefined && engine.place.bare) throw withoutWorktree();
  const limits = await comparingLimits(repository);
  const now = to === undefined ? await takeSnapshot(engine, limits) : undefined;
  const trees = { from: from.tree, to: to?.tree ?? now?.tree ?? from.tree };
  const paths = request.paths === undefined ? {} : { paths: request.paths };
  const changes = trees.from === trees.to ? [] : await diffReadable(engine, trees, { renames: true, ...paths });
  const other = now === undefined ? { checkpoint: to ?? from } : { now, limits };
  const nested = limitTo(await compareNested(engine, from, other), request.paths);
  const closed = nested.filter(({ isUnknown }) => isUnknown);
  return defined({
    from: from.number,
    to: to === undefined ? undefined : to.number,
    trees,
    changes: [...changes, ...nested.flatMap((one) => one.changes)],
    nested,
    unknown: [
      ...unreadableAt(now?.skipped ?? [], request.paths),
      ...closed.map(({ path }) => ({ path, size: 0, why: 'nested-repository' as const })),
    ],
  });
}

/** What cannot be read, where that may hold one of the paths. */
function unreadableAt(skipped: readonly SkippedFile[], paths: readonly string[] | undefined): SkippedFile[] {
  return skipped.filter(({ path, why }) => {
    const place = path.replace(/\/$/, '');
    const isAsked = paths === undefined || isAtOrBelow(place, paths) || paths.some((one) => isAtOrBelow(one, [place]));
    return isAsked && isUnreadable(why);
  });
}

/** Of nested repositories, only what is at or below some paths. */
function limitTo(nested: readonly NestedComparison[], paths: readonly string[] | undefined): NestedComparison[] {
  if (paths === undefined) return [...nested];
  return nested.map((one) => ({ ...one, changes: one.changes.filter(({ path }) => isAtOrBelow(path, paths)) }));
}

/** What the working tree has that the last checkpoint lacks; where there is no checkpoint, what HEAD lacks. */
export async function compareWithLast(
  repository: Repository,
): Promise<{ readonly last?: Checkpoint; readonly changes: readonly TreeChange[] }> {
  const { engine } = repository;
  const limits = await comparingLimits(repository);
  const now = await takeSnapshot(engine, limits);
  if ((await newestNumbers(engine, 1)).length === 0) return { changes: now.changes };
  const last = await loadLast(repository);
  return { last, changes: await changesSince(engine, last, { now, limits }) };
}

/** What the working tree has that a checkpoint lacks, in nested repositories too. */
export async function changesSince(
  engine: GitEngine,
  checkpoint: Checkpoint,
  looked: { readonly now: Snapshot; readonly limits: ChooseLimits },
): Promise<readonly TreeChange[]> {
  const { tree } = looked.now;
  const trees = { from: checkpoint.tree, to: tree };
  const changes = trees.from === trees.to ? [] : await diffReadable(engine, trees, { renames: true });
  const nested = await compareNested(engine, checkpoint, looked);
  return [...changes, ...nested.flatMap((one) => one.changes)];
}

async function loadLast(repository: Repository): Promise<Checkpoint> {
  const newest = await loadCheckpoint(
    repository.engine,
    await loadNumber(repository.engine, { kind: 'latest', back: 0 }),
  );
  return (await findRestoredLine(repository, newest))?.checkpoint ?? newest;
}

interface Patched extends Pick<Comparison, 'trees'> {
  readonly nested: readonly Pick<NestedComparison, 'path' | 'trees' | 'changes'>[];
}

/** The comparison as git would print it, nested repositories last. */
export async function renderPatch(
  { engine }: Repository,
  { trees, nested }: Patched,
  options: PatchOptions,
): Promise<Uint8Array> {
  const patches = [await engine.patch(trees.from, trees.to, options)];
  for (const { path, trees, changes } of nested) {
    if (trees !== undefined && changes.length > 0)
      patches.push(await patchInside(engine, { path, trees, changes }, options));
  }
  return Buffer.concat(patches);
}

async function patchInside(
  outer: GitEngine,
  { path, trees, changes }: Required<Pick<NestedComparison, 'path' | 'trees' | 'changes'>>,
  options: PatchOptions,
): Promise<Uint8Array> {
  const engine = await outer.openNested(path);
  if (typeof engine === 'string') return new Uint8Array();
  try {
    const paths = changes.flatMap((change) => [change.path, change.from ?? change.path]);
    const inside = [...new Set(paths)].map((one) => one.slice(path.length + 1));
    const limited = options.paths === undefined ? {} : { paths: inside };
    // What git counts or lists, it names from the top of the repository that it is in.
    const isPatch = !options.stat && !options.flags?.some((flag) => flag.startsWith('--name-'));
    const head = isPatch ? '' : `In ${stripControls(path)}:\n`;
    const { external: _, ...asked } = options;
    return Buffer.concat([
      Buffer.from(head),
      await engine.patch(trees.from, trees.to, { ...asked, ...limited, under: `${path}/` }),
    ]);
  } finally {
    await engine.close();
  }
}

/** The comparison of a checkpoint with the commit it was made on. */
export async function compareWithBase(repository: Repository, checkpoint: Checkpoint): Promise<Comparison> {
  const from = checkpoint.base ?? emptyTree(repository.engine.objectFormat);
  const changes = await changesOf(repository, checkpoint);
  return { from: checkpoint.number, trees: { from, to: checkpoint.tree }, changes, nested: [], unknown: [] };
}

/** What a plan would change in this repository: from the working tree to the tree afterwards. Repositories inside are left out. */
export async function compareWithPlan({ engine }: Repository, plan: RestorePlan): Promise<Comparison> {
  const trees = { from: plan.now.tree, to: plan.tree };
  const changes = await engine.diffTrees(trees.from, trees.to, { counts: true });
  return { from: plan.checkpoint.number, trees, changes, nested: [], unknown: [] };
}

/** What a checkpoint changed against the commit it was made on. */
export function changesOf(
  { engine }: Repository,
  { base, tree }: Checkpoint,
  options: DiffOptions = {},
): Promise<readonly TreeChange[]> {
  return engine.diffTrees(base ?? emptyTree(engine.objectFormat), tree, { renames: true, counts: true, ...options });
}

export interface FirstChanges {
  readonly changes: readonly TreeChange[];
  /** How many there are beside them. */
  readonly others: number;
}

/** Changes for a page to read. Comparing a thousand files takes longer than anybody waits for one: then those that the note names first. */
export async function firstChangesOf(
  repository: Repository,
  checkpoint: Checkpoint,
  most: number,
): Promise<FirstChanges> {
  const { totals, files_modified } = checkpoint.note;
  const paths = totals.files > most ? files_modified.slice(0, most) : [];
  const named = new Set(paths);
  // A path that was a file brings along what is below it now.
  const found = paths.length === 0 ? [] : await changesOf(repository, checkpoint, { paths });
  const changes = found.filter(({ path }) => named.has(path));
  if (changes.length === 0) return { changes: await changesOf(repository, checkpoint), others: 0 };
  const renamed = changes.filter(({ from }) => from !== undefined).length;
  return { changes, others: Math.max(0, totals.files - changes.length - renamed) };
}

export interface Verification extends ChangeCount {
  readonly number: CheckpointNumber;
  /** Known to be the same: nothing differs, everything could be read. */
  readonly same: boolean;
  readonly changes: readonly TreeChange[];
  /** Files of the working tree of which it is not known what they hold. */
  readonly unknown: readonly SkippedFile[];
  /** A path whose content the checkpoint should have and cannot be read. */
  readonly damaged?: string;
}

/** Whether the working tree is the checkpoint's: of the one that is given, else of the one that it goes on from. */
export async function verify(repository: Repository, given?: CheckpointOrNumber): Promise<Verification> {
  const checkpoint = given === undefined ? await loadLast(repository) : await loadGiven(repository, given);
  const { from, trees, changes, unknown, nested } = await compare(repository, { from: checkpoint });
  const isEqual = trees.from === trees.to && changes.length === 0;
  const inside = nested.find((one) => one.damaged !== undefined)?.damaged;
  const damaged = isEqual ? ((await findDamaged(repository.engine, checkpoint)) ?? inside) : undefined;
  const same = isEqual && unknown.length === 0 && damaged === undefined;
  return defined({ number: from, same, ...countChanges(changes), changes, unknown, damaged });
}

/** Fails unless it is known whether the working tree is the checkpoint's. Whoever hears yes relies on it. */
export function requireCertain({
  number,
  changes,
  unknown,
  damaged,
}: Pick<Verification, 'number' | 'changes' | 'unknown' | 'damaged'>): void {
  const [file] = unknown;
  if (damaged !== undefined)
    throw new Failure('fatal', `checkpoint ${number} is damaged: the content of ${damaged} cannot be read`, {
      hint: 'The working tree still has it: `git checkpoint save` stores it again.',
    });
  if (file !== undefined && changes.length === 0)
    throw new Failure('fatal', `cannot compare: ${file.path} ${unreadableWords(file.why)}`, {
      hint: 'Nothing else differs. Make it readable, or ignore it (.gitignore).',
    });
}
