import { onlyAsks } from '../analysis/only-questions.ts';
import type { ConversationDraft } from '../conversation/store-conversation.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError, Failure } from '../core/failure.ts';
import type { Note, SkippedFile, Trigger } from '../core/note.ts';
import { namedInLog } from '../core/operation.ts';
import { isSameKnowledge } from '../core/same-knowledge.ts';
import type { Session } from '../core/session.ts';
import { type ChangeCount, countChanges, type TreeChange } from '../core/tree-change.ts';
import type { GitEngine, WorktreeStatus } from '../git/engine.ts';
import { gcRuns } from '../git/gc-running.ts';
import type { TranscriptReading } from '../note/read-transcript.ts';
import type { SaveRequest } from '../note/save-request.ts';
import { machineIdentity } from '../open/machine-identity.ts';
import { recordMade } from '../open/provenance.ts';
import { recordOperation } from '../open/record-operation.ts';
import { configOf, type Repository, signature } from '../open/repository.ts';
import { signerForSave } from '../open/sign-commit.ts';
import { predecessorFinder } from '../resume/line-of-work.ts';
import type { Snapshot } from '../snapshot/take-snapshot.ts';
import { NestedUnwritable, whileHeld } from '../store/hold-nested.ts';
import { draftNested, type NestedDraft } from '../store/nested-commits.ts';
import type { NotesRepair } from '../store/repair-notes.ts';
import { saveCheckpoint } from '../store/save.ts';
import { saveBesideGc } from '../store/save-beside-gc.ts';
import { readState } from '../store/state.ts';
import { newUid } from '../store/uid.ts';
import { updateNote } from '../store/update-note.ts';
import { partsOf } from './secure-snapshot.ts';
import { retakeSnapshot, takeSnapshotToSave } from './snapshot-to-save.ts';

export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly checkpoint: Checkpoint;
      readonly changes: readonly TreeChange[];
      readonly skipped: readonly SkippedFile[];
      readonly status: WorktreeStatus;
      /** The checkpoint that it continues. */
      readonly predecessor?: Checkpoint;
      /** What differs from the predecessor or, without one, from HEAD; absent unless asked for. */
      readonly changed?: ChangeCount;
      /** Where a digest of the session is sent, by the user's consent. */
      readonly sentTo?: string;
      /** What went wrong without stopping the save. */
      readonly warnings: readonly string[];
    }
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
  const outcome = withGcWarning(repository, request, saved);
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
function withGcWarning(repository: Repository, request: SaveRequest, outcome: SaveOutcome): SaveOutcome {
  if (outcome.kind === 'unchanged' || !gcRuns(repository.engine.place)) return outcome;
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
    readMeanwhile(repository, request),
  ]);
  const { state, findPredecessor, uid, session, warning, buildNote, conversation } = meanwhile;
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
  const { status, changes, skipped } = kept;
  if (request.onlyIfChanged && predecessor !== undefined && saysTheSame(predecessor, kept, rendered.note)) {
    return { kind: 'unchanged', checkpoint: predecessor, status };
  }
  if (request.unlessOnlyAsked && session !== undefined && onlyAsks(session) && isSameTree(predecessor, kept)) {
    return predecessor === undefined ? { kind: 'asked' } : { kind: 'unchanged', checkpoint: predecessor, status };
  }
  request.signal?.throwIfAborted();
  const told: string[] = [];
  const counting = request.countChanges ? countSince(engine, kept, predecessor) : undefined;
  const draft = defined({
    ...partsOf(kept),
    blobs: [...partsOf(kept).blobs, ...(conversation.draft?.objects ?? [])],
    conversation: conversation.draft,
    base: status.head,
    began: looked,
    retakeSnapshot: () => Promise.all([retakeSnapshot(repository, request), keepConversation(repository, session)]),
    ...rendered,
    places: machineIdentity(repository),
    ...by,
    sign: await signerForSave(repository, request, (warning) => told.push(warning)),
    state,
    maxGcWait: request.maxGcWait,
    flush: request.trigger === 'restore',
    onNotesRepaired: (repair: NotesRepair) => told.push(repairedWords(repair)),
  });
  const options = defined({ uid, flush: draft.flush, maxGcWait: request.maxGcWait });
  const checkpoint = await whileHeld(engine, { drafts: nested, options }, () => saveCheckpoint(engine, draft));
  conversation.draft?.remember(checkpoint.commit);
  const counted = await counting;
  const unsettled = predecessor?.note.pending ? await settlePending(repository, predecessor) : undefined;
  const unsaid = [warning, damage, ...told, conversation.warning, counted?.uncounted, unsettled];
  const warnings = unsaid.filter((text) => text !== undefined);
  const since = { ...(predecessor && { predecessor }), ...(counted && { changed: counted.changed }) };
  return { kind: 'saved', checkpoint, changes, skipped, status, ...since, warnings };
}

/** The work went on from a pending checkpoint, so nobody has to decide about it any more. A failure stops no save. */
async function settlePending(repository: Repository, { number }: Checkpoint): Promise<string | undefined> {
  try {
    const edit = (note: Note): Note => ({ ...note, pending: false });
    await updateNote(repository.engine, number, { edit, ...(await signature(repository)) });
    return undefined;
  } catch (error) {
    return `Checkpoint ${number} is still pending: ${describeError(error)}`;
  }
}

function repairedWords({ found, rebuilt, kept }: NotesRepair): string {
  return `The notes of the checkpoints were damaged: ${kept} untouched, ${found} found again, ${rebuilt} written from the messages of their commits.`;
}

/** What is new since the predecessor, counted while the checkpoint is written. A predecessor that lost its files stops no save. */
async function countSince(
  engine: GitEngine,
  { tree, changes }: Snapshot,
  predecessor: Checkpoint | undefined,
): Promise<{ readonly changed: ChangeCount; readonly uncounted?: string }> {
  if (predecessor === undefined) return { changed: countChanges(changes) };
  if (predecessor.tree === tree) return { changed: countChanges([]) };
  try {
    return { changed: countChanges(await engine.diffTrees(predecessor.tree, tree, { renames: true, counts: true })) };
  } catch (error) {
    const uncounted = `Cannot count what changed since checkpoint ${predecessor.number}: ${describeError(error)}`;
    return { changed: countChanges(changes), uncounted };
  }
}

/** What can be had while git looks at the working tree. Between the steps it lets the snapshot go on when git has answered. */
async function readMeanwhile(repository: Repository, request: SaveRequest) {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  await turn();
  const state = await readState(repository.engine);
  await turn();
  const findPredecessor = predecessorFinder(repository, state);
  await turn();
  const reading = await readSessionFor(repository, request);
  await turn();
  // Loaded only now: git has been at work since the first moment.
  const { buildNote } = await import('../note/build-note.ts');
  await turn();
  const conversation = await keepConversation(repository, reading.session);
  await turn();
  return { state, findPredecessor, ...reading, buildNote, conversation, uid: newUid(repository.world.now()) };
}

interface KeptConversation {
  readonly draft?: ConversationDraft;
  readonly warning?: string;
}

/** Stores what was said, unless the user wants none of it. A conversation never stops a save. */
async function keepConversation(repository: Repository, session: Session | undefined): Promise<KeptConversation> {
  if (session === undefined || (await configOf(repository)).conversation === 'off') return {};
  try {
    const { storeConversation } = await import('../conversation/store-conversation.ts');
    return defined({ draft: await storeConversation(repository.engine, session) });
  } catch (error) {
    return { warning: `The conversation could not be stored: ${describeError(error)}` };
  }
}

// An interval capture and the safety of a restore are about the files; reading a transcript would only slow them down.
const aboutFiles: readonly Trigger[] = ['interval', 'restore'];

async function readSessionFor(repository: Repository, request: SaveRequest): Promise<TranscriptReading> {
  if (request.source === 'none') return {};
  if (request.source === undefined && aboutFiles.includes(request.trigger)) return {};
  if (!(await configOf(repository)).captureAnalysis) return {};
  const { readTranscript } = await import('../note/read-transcript.ts');
  return readTranscript(repository, request.source ?? {});
}

/** Whether a new checkpoint would hold the same files and the same knowledge as the one before. */
function saysTheSame(before: Checkpoint, snapshot: Snapshot, note: Note): boolean {
  return isSameTree(before, snapshot) && isSameKnowledge(before.note.analysis, note.analysis);
}

/** Without a checkpoint before, what is there is compared with HEAD. */
function isSameTree(before: Checkpoint | undefined, { tree, status, changes, nested }: Snapshot): boolean {
  if (before === undefined)
    return changes.length === 0 && nested.every(({ snapshot }) => snapshot.changes.length === 0);
  const trees = (list: readonly { readonly path: string; readonly tree: string }[]) =>
    list.map((one) => `${one.tree} ${one.path}`).join('\n');
  const now = nested.map(({ path, snapshot }) => ({ path, tree: snapshot.tree }));
  return before.tree === tree && before.base === status.head && trees(before.note.nested ?? []) === trees(now);
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
