import { type Checkpoint, type DamagedCheckpoint, isDamaged, type Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { readAhead } from '../core/read-ahead.ts';
import { isUnreadable, unreadableWords } from '../core/skip-words.ts';
import { stripControls } from '../core/strip-controls.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { comparingLimits, type Repository } from '../open/repository.ts';
import { findRestoredLine } from '../restore/restored-line.ts';
import { mayContinueIn } from '../resume/line-of-work.ts';
import { takeSnapshot } from '../snapshot/take-snapshot.ts';
import { type CheckpointFilter, filterTest, isFiltered } from './checkpoint-filter.ts';
import { changesSince } from './compare.ts';
import { baseTrees, diffEach } from './compare-many.ts';
import { list, listInChunks } from './list.ts';

export interface TimelineOptions extends CheckpointFilter {
  readonly limit?: number;
  /** Only numbers below this one. */
  readonly before?: number;
  /** Only those that changed one of these paths, or something below it, against the one before. */
  readonly paths?: readonly string[];
  /** With what a line of the page shows, and a list does not: intent, turn, commands. */
  readonly forPage?: boolean;
}

/** A checkpoint and what changed since the one before it in the same worktree. */
export interface TimelineEntry {
  readonly entry: Checkpoint | DamagedCheckpoint;
  /** The one before it in the same worktree. */
  readonly previous?: Checkpoint;
  /** Absent where it cannot be read. */
  readonly since?: {
    /** Absent for the first of its worktree, which is compared with the commit it was made on. */
    readonly number?: CheckpointNumber;
    /** The tree that it is compared with. */
    readonly from: Oid;
    readonly changes: readonly TreeChange[];
  };
}

/** So far below the last one that was read the predecessors of those that still have none are looked for. */
const LOOK_BACK = 32;

/** Checkpoints, newest first, each compared with the one before; read as far as somebody asks for more, and one step ahead. */
export async function* timeline(
  repository: Repository,
  options: TimelineOptions = {},
): AsyncGenerator<TimelineEntry[], void> {
  let left = options.limit ?? Number.MAX_SAFE_INTEGER;
  for await (const { compared } of readAhead(beginComparing(repository, options))) {
    const rows = (await compared).filter((row) => touches(row, options.paths)).slice(0, left);
    left -= rows.length;
    yield rows;
    if (left <= 0) return;
  }
}

/** Begins to compare chunk by chunk, without waiting for the answer: git works on one while somebody looks at the one before. */
async function* beginComparing(repository: Repository, options: TimelineOptions) {
  const isWanted = filterTest(options);
  const { limit = Number.MAX_SAFE_INTEGER, before, paths } = options;
  let left = limit;
  const all = isFiltered(options) || paths !== undefined;
  for await (const { entries, older } of withOlder(repository, {
    limit: all ? undefined : limit + 1,
    before,
    briefly: options.forPage ? 'row' : true,
  })) {
    // Which of them changed a path, only the comparison tells.
    const chosen = entries.filter(isWanted).slice(0, paths === undefined ? left : undefined);
    left -= chosen.length;
    const compared = compareEach(repository, chosen, [...entries, ...older]);
    compared.catch(() => undefined);
    yield { compared };
    if (left <= 0 && paths === undefined) return;
  }
}

/** Each chunk with the next one, in which the predecessors of its last entries are. */
async function* withOlder(
  repository: Repository,
  bounds: { limit: number | undefined; before: number | undefined; briefly: true | 'row' },
) {
  let entries: (Checkpoint | DamagedCheckpoint)[] | undefined;
  for await (const older of listInChunks(repository, defined({ ...bounds }))) {
    if (entries !== undefined) yield { entries, older };
    entries = older;
  }
  if (entries !== undefined) yield { entries, older: [] };
}

async function compareEach(
  repository: Repository,
  chosen: readonly (Checkpoint | DamagedCheckpoint)[],
  known: readonly (Checkpoint | DamagedCheckpoint)[],
): Promise<TimelineEntry[]> {
  const whole = chosen.filter((entry): entry is Checkpoint => !isDamaged(entry));
  const before = await findPredecessors(repository, whole, known);
  const first = whole.filter((entry) => before.get(entry) === undefined);
  const bases = await baseTrees(repository, first);
  const baseOf = new Map(first.map((entry, at) => [entry, bases[at]]));
  const pairs = whole.map((entry) => ({
    from: before.get(entry)?.tree ?? baseOf.get(entry) ?? entry.tree,
    to: entry.tree,
  }));
  const differences = await diffEach(repository, pairs);
  const comparisonOf = new Map(whole.map((entry, at) => [entry, { from: pairs[at]?.from, changes: differences[at] }]));
  return chosen.map((entry) => {
    const { from, changes } = isDamaged(entry) ? {} : (comparisonOf.get(entry) ?? {});
    if (isDamaged(entry) || from === undefined || changes === undefined) return { entry };
    const previous = before.get(entry);
    if (previous === undefined) return { entry, since: { from, changes } };
    return { entry, previous, since: { from, changes, number: previous.number } };
  });
}

/** The one before each. That of the last ones may be further down, where several worktrees save in turns. */
async function findPredecessors(
  repository: Repository,
  chosen: readonly Checkpoint[],
  known: readonly (Checkpoint | DamagedCheckpoint)[],
): Promise<Map<Checkpoint, Checkpoint | undefined>> {
  const before = predecessors(known);
  const oldest = known.at(-1);
  if (oldest === undefined || chosen.every((entry) => entry === oldest || before.get(entry) !== undefined))
    return before;
  const older = await list(repository, { before: oldest.number, limit: LOOK_BACK, briefly: true });
  return predecessors([...known, ...older]);
}

/** The one before each, in the same worktree. The newest come first. */
function predecessors(known: readonly (Checkpoint | DamagedCheckpoint)[]): Map<Checkpoint, Checkpoint | undefined> {
  const before = new Map<Checkpoint, Checkpoint | undefined>();
  const last = new Map<string, Checkpoint>();
  for (const entry of known.toReversed()) {
    if (isDamaged(entry)) continue;
    const { worktree } = entry.note.context;
    before.set(entry, last.get(worktree));
    last.set(worktree, entry);
  }
  return before;
}

function touches({ since }: TimelineEntry, paths: readonly string[] | undefined): boolean {
  if (paths === undefined) return true;
  const isBelow = (path: string) => paths.some((wanted) => path === wanted || path.startsWith(`${wanted}/`));
  return since?.changes.some(({ path, from }) => isBelow(path) || (from !== undefined && isBelow(from))) === true;
}

/** The working tree as it is now. */
export interface WorkingTree {
  /** Empty on a detached HEAD. */
  readonly branch: string;
  /** Absent where it cannot be told, as on a full disk. */
  readonly tree?: Oid;
  /** Why it cannot be told, or not of every file. */
  readonly problem?: string;
  /** The newest checkpoint of this worktree, and what was changed since, as far as that can be told. */
  readonly newest?: { readonly checkpoint: Checkpoint; readonly changes: readonly TreeChange[] };
}

/** Looks at the working tree and compares it with the newest checkpoint of this worktree. */
export async function readWorkingTree(repository: Repository): Promise<WorkingTree> {
  const { engine } = repository;
  const [{ branch, tree, problem, looked }, made] = await Promise.all([
    lookNow(repository),
    newestOfWorktree(repository),
  ]);
  if (made === undefined) return defined({ branch, tree, problem });
  // After a restore the work goes on from the one that was restored.
  const newest = (await findRestoredLine(repository, made))?.checkpoint ?? made;
  const changes = looked === undefined ? [] : await changesSince(engine, newest, looked);
  return defined({ branch, tree, problem, newest: { checkpoint: newest, changes } });
}

interface Look extends Pick<WorkingTree, 'branch' | 'tree' | 'problem'> {
  readonly looked?: Parameters<typeof changesSince>[2];
}

/** Where objects cannot be written, everything else can still be told. */
async function lookNow(repository: Repository): Promise<Look> {
  const { engine } = repository;
  try {
    const limits = await comparingLimits(repository);
    const now = await takeSnapshot(engine, limits);
    const closed = now.skipped.find(({ why }) => isUnreadable(why));
    const problem = closed && `${stripControls(closed.path)} ${unreadableWords(closed.why)}`;
    return defined({ branch: now.status.branch ?? '', tree: now.tree, problem, looked: { now, limits } });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { branch: (await engine.status()).branch ?? '', problem: error.message };
  }
}

/** The newest checkpoint that was made in this worktree. */
async function newestOfWorktree(repository: Repository): Promise<Checkpoint | undefined> {
  const { root } = repository.engine.place;
  const isHere = (entry: Checkpoint | DamagedCheckpoint): entry is Checkpoint =>
    !isDamaged(entry) && entry.note.context.worktree === root;
  // Nearly always it is the newest of all.
  const [newest] = await list(repository, { limit: 1 });
  if (newest === undefined || isHere(newest)) return newest;
  // Else perhaps of a folder that was moved, or of a worktree that is gone.
  const isLeft = (entry: Checkpoint | DamagedCheckpoint): entry is Checkpoint =>
    !isDamaged(entry) && mayContinueIn(root, entry.note.context.worktree);
  let left: Checkpoint | undefined;
  for await (const chunk of listInChunks(repository)) {
    const here = chunk.find(isHere);
    if (here !== undefined) return here;
    left ??= chunk.find(isLeft);
  }
  return left;
}
