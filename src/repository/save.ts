import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import type { Analysis, Mode, Note, SkippedFile, Trigger } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { TreeChange, WorktreeStatus } from '../git/engine.ts';
import type { ChooseLimits } from '../snapshot/choose-files.ts';
import { type Snapshot, takeSnapshot } from '../snapshot/take-snapshot.ts';
import { SnapshotLost } from '../store/confirm-saved.ts';
import { newestNumbers } from '../store/find.ts';
import { readCheckpoints } from '../store/load.ts';
import { saveCheckpoint } from '../store/save.ts';
import { readState } from '../store/state.ts';
import { buildNote } from './build-note.ts';
import { configOf, type Repository, signature } from './repository.ts';

/** What a person, a hook or a program wants saved. Fields given here win over what is found. */
export interface SaveRequest {
  readonly trigger: Trigger;
  readonly summary?: string;
  readonly description?: string;
  readonly given?: Partial<Omit<Analysis, 'source' | 'artifacts'>>;
  /** Who wrote `given`. */
  readonly givenBy?: 'user' | 'agent';
  readonly anchor?: string;
  readonly mode?: Mode;
  readonly pending?: boolean;
  readonly maxSize?: number;
  /** Saved by the automation: too much is left out instead of refused. */
  readonly automatic?: boolean;
  /** Do nothing when the tree is the one of the newest checkpoint. */
  readonly onlyIfChanged?: boolean;
  readonly session?: Note['session'];
  /** Files that the session modified before and that need not differ any more. */
  readonly filesModified?: readonly string[];
  readonly memory?: Note['memory'];
  /** Aborted when whoever asked takes it back: before the first ref moves, nothing has happened. */
  readonly signal?: AbortSignal;
}

export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly checkpoint: Checkpoint;
      readonly changes: readonly TreeChange[];
      readonly skipped: readonly SkippedFile[];
      readonly status: WorktreeStatus;
    }
  | {
      readonly kind: 'unchanged';
      readonly since: CheckpointNumber;
      readonly checkpoint: Checkpoint;
      readonly status: WorktreeStatus;
    };

/** Saves the working tree and what is known as the next checkpoint. */
export async function save(repository: Repository, request: SaveRequest): Promise<SaveOutcome> {
  if (repository.engine.gcRuns()) return saveSheltered(repository, request);
  try {
    return await saveOnce(repository, request, { sheltered: false });
  } catch (error) {
    if (!(error instanceof SnapshotLost) && !repository.engine.gcRuns()) throw error;
    return saveSheltered(repository, request);
  }
}

/** Saves while a gc may run: slower by a pack, and nothing of it can be collected half-way. */
async function saveSheltered(repository: Repository, request: SaveRequest): Promise<SaveOutcome> {
  const engine = await repository.engine.shelter();
  try {
    return await saveOnce({ ...repository, engine }, request, { sheltered: true });
  } finally {
    await engine.close();
  }
}

async function saveOnce(
  repository: Repository,
  request: SaveRequest,
  { sheltered }: { readonly sheltered: boolean },
): Promise<SaveOutcome> {
  const { engine } = repository;
  const [snapshot, state, newest] = await Promise.all([
    takeSnapshot(engine, limitsFor(repository, request)),
    readState(engine),
    findNewest(repository),
  ]);
  const config = await configOf(repository);
  const withFiles = (request.mode ?? config.mode) === 'stateful' && config.captureFiles;
  const kept = withFiles ? snapshot : withoutFiles(snapshot, await headTree(repository, snapshot));
  if (request.onlyIfChanged && newest?.tree === kept.tree && newest.base === kept.status.head)
    return { kind: 'unchanged', since: newest.number, checkpoint: newest, status: kept.status };
  const by = await signature(repository);
  const note = await buildNote(repository, {
    request,
    snapshot: kept,
    ...(newest === undefined ? {} : { predecessor: newest }),
  });
  request.signal?.throwIfAborted();
  const checkpoint = await saveCheckpoint(engine, {
    tree: kept.tree,
    ...(kept.status.head === undefined ? {} : { base: kept.status.head }),
    ...(kept.indexTree === undefined ? {} : { indexTree: kept.indexTree }),
    note,
    ...by,
    blobs: kept.changes.flatMap(({ newOid, newMode }) =>
      newOid === undefined || newMode === '160000' ? [] : [newOid],
    ),
    folders: foldersOf(kept.changes),
    state,
    sheltered,
  });
  return { kind: 'saved', checkpoint, changes: kept.changes, skipped: kept.skipped, status: kept.status };
}

async function limitsFor(repository: Repository, request: SaveRequest): Promise<ChooseLimits> {
  const config = await configOf(repository);
  return { ...config, maxCheckpointSize: request.maxSize ?? config.maxCheckpointSize, fit: request.automatic === true };
}

async function findNewest(repository: Repository): Promise<Checkpoint | undefined> {
  const [entry] = await readCheckpoints(repository.engine, await newestNumbers(repository.engine, 1));
  return entry === undefined || isDamaged(entry) ? undefined : entry;
}

async function headTree(repository: Repository, snapshot: Snapshot): Promise<string> {
  const { head } = snapshot.status;
  const [tree] = head === undefined ? [] : await repository.engine.readObjects([`${head}^{tree}`]);
  return tree?.oid ?? repository.engine.writeObject('tree', new Uint8Array());
}

/** A summary keeps words only; its tree is HEAD's. */
function withoutFiles(snapshot: Snapshot, tree: string): Snapshot {
  const { indexTree: _, ...rest } = snapshot;
  return { ...rest, tree, changes: [] };
}

/** Every folder above a changed file that is still there: the trees that this snapshot may have written. */
function foldersOf(changes: readonly TreeChange[]): string[] {
  const folders = new Set<string>();
  for (const { path, newOid } of changes) {
    if (newOid === undefined || path.includes('\n')) continue;
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      if (folders.has(path.slice(0, slash))) break;
      folders.add(path.slice(0, slash));
    }
  }
  return [...folders];
}
