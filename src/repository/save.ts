import { onlyAsks } from '../analysis/only-questions.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { namedInLog } from '../core/operation.ts';
import type { WorktreeStatus } from '../git/engine.ts';
import type { SaveRequest } from '../note/save-request.ts';
import { recordMade } from '../open/provenance.ts';
import { recordOperation } from '../open/record-operation.ts';
import { type Repository, signature } from '../open/repository.ts';
import type { Snapshot } from '../snapshot/take-snapshot.ts';
import { NestedUnwritable } from '../store/hold-nested.ts';
import { draftNested, type NestedDraft } from '../store/nested-commits.ts';
import { saveBesideGc } from '../store/save-beside-gc.ts';
import { readForSave } from './read-for-save.ts';
import { partsOf } from './secure-snapshot.ts';
import { isSameTree, saysTheSame } from './since-predecessor.ts';
import { takeSnapshotToSave } from './snapshot-to-save.ts';
import { type Saved, writePrepared } from './write-prepared.ts';

export type SaveOutcome =
  | Saved
  | {
      readonly kind: 'unchanged';
      /** The one that has it all already. */
      readonly checkpoint: Checkpoint;
      readonly status: WorktreeStatus;
    };

/** There are only questions so far, no work, and no checkpoint before. */
interface OnlyAsked {
  readonly kind: 'asked';
}

/** A save after a turn. */
interface TurnRequest extends SaveRequest {
  /** Nothing is saved while a session has only asked questions: its end keeps them all in one checkpoint. */
  readonly unlessOnlyAsked: boolean;
}

type AnyRequest = SaveRequest & Partial<TurnRequest>;

/** Saves the working tree and what is known as the next checkpoint. */
export async function save(repository: Repository, request: TurnRequest): Promise<SaveOutcome | OnlyAsked>;
export async function save(repository: Repository, request: SaveRequest): Promise<SaveOutcome>;
export async function save(repository: Repository, request: AnyRequest): Promise<SaveOutcome | OnlyAsked> {
  const { place } = repository.engine;
  const saved = await saveBesideGc(place, request, () => saveAtLeastAround(repository, request));
  if (saved.kind === 'asked') return saved;
  const outcome = withGcWarning(request, saved);
  if (outcome.kind === 'saved') recordMade(repository, outcome.checkpoint.commit);
  // The safety copy of a restore belongs to that operation.
  if (outcome.kind === 'saved' && request.trigger !== 'restore') await recordSave(repository, outcome.checkpoint);
  // Loaded only when there is a program that could be started: a library's save is over here.
  if (repository.world.startSelf !== undefined) {
    const { startFollowUps } = await import('./follow-up.ts');
    const sentTo = await startFollowUps(repository, outcome, { model: request.followUp !== false });
    if (outcome.kind === 'saved' && sentTo !== undefined) return { ...outcome, sentTo };
  }
  return outcome;
}

function recordSave(repository: Repository, checkpoint: Checkpoint): Promise<void> {
  const { trigger } = checkpoint.note;
  const checkpoints = [namedInLog(checkpoint)];
  return recordOperation(repository, { kind: 'save', checkpoints, effect: { kind: 'added' }, about: trigger });
}

/** Says what is in doubt when a gc runs for longer than it was waited for; a restore does not rely on such a checkpoint. */
function withGcWarning(request: SaveRequest, outcome: SaveOutcome): SaveOutcome {
  if (outcome.kind === 'unchanged' || !outcome.isInDoubt) return outcome;
  if (request.trigger === 'restore')
    throw new Failure('no', 'git gc is running', { hint: 'Nothing was restored. Try again when it has ended.' });
  const warning = `git gc was still running when checkpoint ${outcome.checkpoint.number} was saved. If it prunes with --prune=now, save again when it has ended.`;
  return { ...outcome, warnings: [...outcome.warnings, warning] };
}

/** A nested repository that cannot be written to costs nobody the save of the one around; only a restore needs all of it. */
async function saveAtLeastAround(repository: Repository, request: AnyRequest): Promise<SaveOutcome | OnlyAsked> {
  try {
    return await saveOnce(repository, request);
  } catch (error) {
    if (!(error instanceof NestedUnwritable) || request.trigger === 'restore') throw error;
    const outcome = await saveOnce(repository, { ...request, nameNested: true });
    return outcome.kind === 'saved' ? { ...outcome, warnings: [...outcome.warnings, error.message] } : outcome;
  }
}

async function saveOnce(repository: Repository, request: AnyRequest): Promise<SaveOutcome | OnlyAsked> {
  const { engine, world } = repository;
  const began = world.now();
  const [{ snapshot, withFiles, began: looked, warning: damage }, meanwhile] = await Promise.all([
    takeSnapshotToSave(repository, request),
    readForSave(repository, request),
  ]);
  const { findPredecessor, uid, session, buildNote } = meanwhile;
  const predecessor = await findPredecessor(
    defined({
      worktree: engine.place.root,
      branch: snapshot.status.branch ?? '',
      session: request.session ?? session,
    }),
  );
  const by = await signature(repository);
  const kept = withFiles ? snapshot : await withoutFiles(repository, snapshot);
  const nested = draftAll(kept, { ...by, uid });
  const rendered = await buildNote(
    repository,
    defined({
      nested: nested.map(({ entry }) => entry),
      request: withFiles ? request : { ...request, mode: 'summary' as const },
      uid,
      began,
      snapshot,
      session,
      predecessor,
    }),
  );
  const { status } = kept;
  if (request.onlyIfChanged && predecessor !== undefined && saysTheSame(predecessor, kept, rendered.note)) {
    return { kind: 'unchanged', checkpoint: predecessor, status };
  }
  if (request.unlessOnlyAsked && session !== undefined && onlyAsks(session) && isSameTree(predecessor, kept)) {
    return predecessor === undefined ? { kind: 'asked' } : { kind: 'unchanged', checkpoint: predecessor, status };
  }
  request.signal?.throwIfAborted();
  return writePrepared(
    repository,
    request,
    defined({ kept, nested, rendered, predecessor, by, looked, damage, meanwhile }),
  );
}

/** The commits that hold what repositories inside of the working tree have. */
function draftAll({ nested }: Snapshot, by: Parameters<typeof draftNested>[1]): NestedDraft[] {
  return nested.map(({ path, snapshot }) => {
    const { status, changes } = snapshot;
    return draftNested(defined({ path, parts: partsOf(snapshot), head: status.head, files: changes.length }), by);
  });
}

/** A summary keeps words only; its tree is HEAD's. */
async function withoutFiles({ engine }: Repository, snapshot: Snapshot): Promise<Snapshot> {
  const { indexTree: _, ...rest } = snapshot;
  const { head } = snapshot.status;
  const [tree] = head === undefined ? [] : await engine.readObjects([`${head}^{tree}`]);
  return { ...rest, nested: [], tree: tree?.oid ?? (await engine.writeObject('tree', new Uint8Array())), changes: [] };
}
