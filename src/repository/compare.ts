import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { SkippedFile } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { isUnreadable, unreadableWords } from '../core/skip-words.ts';
import { type ChangeCount, countChanges, SUBMODULE, type TreeChange } from '../core/tree-change.ts';
import { compareTrees } from '../git/compare-trees.ts';
import type { DiffOptions, PatchOptions } from '../git/engine.ts';
import { emptyTree } from '../git/hash.ts';
import { type CheckpointOrNumber, comparingLimits, loadGiven, type Repository } from '../open/repository.ts';
import { findRestoredLine } from '../restore/restored-line.ts';
import { takeSnapshot } from '../snapshot/take-snapshot.ts';
import { loadNumber, newestNumbers } from '../store/find.ts';
import { loadCheckpoint } from '../store/load.ts';

export interface Comparison {
  readonly from: CheckpointNumber;
  /** Absent when compared with the working tree. */
  readonly to?: CheckpointNumber;
  readonly trees: { readonly from: Oid; readonly to: Oid };
  readonly changes: readonly TreeChange[];
  /** Files of the working tree of which it is not known what they hold. */
  readonly unknown: readonly SkippedFile[];
}

export interface CompareRequest {
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
  const now = to === undefined ? await takeSnapshot(engine, comparingLimits(repository)) : undefined;
  const trees = { from: from.tree, to: to?.tree ?? now?.tree ?? from.tree };
  const paths = request.paths === undefined ? {} : { paths: request.paths };
  const changes =
    trees.from === trees.to
      ? []
      : await engine.diffTrees(trees.from, trees.to, { renames: true, counts: true, ...paths });
  const unknown = now?.skipped.filter(({ why }) => isUnreadable(why)) ?? [];
  return defined({ from: from.number, to: to === undefined ? undefined : to.number, trees, changes, unknown });
}

/** What the working tree has that the last checkpoint lacks; where there is no checkpoint, what HEAD lacks. */
export async function compareWithLast(
  repository: Repository,
): Promise<{ readonly last?: Checkpoint; readonly changes: readonly TreeChange[] }> {
  const { engine } = repository;
  const { tree, changes } = await takeSnapshot(engine, comparingLimits(repository));
  if ((await newestNumbers(engine, 1)).length === 0) return { changes };
  const last = await loadLast(repository);
  const same = last.tree === tree;
  return { last, changes: same ? [] : await engine.diffTrees(last.tree, tree, { renames: true, counts: true }) };
}

async function loadLast(repository: Repository): Promise<Checkpoint> {
  const newest = await loadCheckpoint(
    repository.engine,
    await loadNumber(repository.engine, { kind: 'latest', back: 0 }),
  );
  return (await findRestoredLine(repository, newest))?.checkpoint ?? newest;
}

/** The comparison as git would print it. */
export function renderPatch(repository: Repository, { trees }: Comparison, options: PatchOptions): Promise<Uint8Array> {
  return repository.engine.patch(trees.from, trees.to, options);
}

/** The comparison of a checkpoint with the commit it was made on. */
export async function compareWithBase(repository: Repository, checkpoint: Checkpoint): Promise<Comparison> {
  const from = checkpoint.base ?? emptyTree(repository.engine.objectFormat);
  const changes = await changesOf(repository, checkpoint);
  return { from: checkpoint.number, trees: { from, to: checkpoint.tree }, changes, unknown: [] };
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
  const { from, trees, changes, unknown } = await compare(repository, { from: checkpoint });
  const isEqual = trees.from === trees.to;
  const damaged = isEqual ? await findDamaged(repository, checkpoint) : undefined;
  const same = isEqual && unknown.length === 0 && damaged === undefined;
  return defined({ number: from, same, ...countChanges(changes), changes, unknown, damaged });
}

/** Fails unless it is known whether the working tree is the checkpoint's. Whoever hears yes relies on it. */
export function requireCertain({ number, changes, unknown, damaged }: Verification): void {
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

/** What the checkpoint shares with HEAD is not looked at; of packed objects it is enough that they are there. */
async function findDamaged({ engine }: Repository, { base, tree }: Checkpoint): Promise<string | undefined> {
  const [head] = base === undefined ? [] : await engine.readObjects([`${base}^{tree}`]);
  const changes = await compareTrees(engine, head === undefined ? undefined : head.oid, tree);
  const stored = changes.filter(({ newOid, newMode }) => newOid !== undefined && newMode !== SUBMODULE);
  const oids = stored.map(({ newOid = '' }) => newOid);
  const lost = new Set(await engine.missingObjects(oids, new Date()));
  return stored.find(({ newOid = '' }) => lost.has(newOid))?.path;
}
