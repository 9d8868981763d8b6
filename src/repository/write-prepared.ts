import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError } from '../core/failure.ts';
import type { Note, SkippedFile } from '../core/note.ts';
import type { ChangeCount, TreeChange } from '../core/tree-change.ts';
import type { WorktreeStatus } from '../git/engine.ts';
import type { SaveRequest } from '../note/save-request.ts';
import { machineIdentity } from '../open/machine-identity.ts';
import { type Repository, signature } from '../open/repository.ts';
import { signerForSave } from '../open/sign-commit.ts';
import type { Snapshot } from '../snapshot/take-snapshot.ts';
import { whileHeld } from '../store/hold-nested.ts';
import type { NestedDraft } from '../store/nested-commits.ts';
import type { RenderedNote } from '../store/note-text.ts';
import type { NotesRepair } from '../store/repair-notes.ts';
import { saveCheckpoint } from '../store/save.ts';
import { updateNote } from '../store/update-note.ts';
import { keepConversation, type ReadForSave } from './read-for-save.ts';
import { partsOf } from './secure-snapshot.ts';
import { countSince } from './since-predecessor.ts';
import { retakeSnapshot } from './snapshot-to-save.ts';

export interface Saved {
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
  /** A gc ran beside it, and its end was not seen. */
  readonly isInDoubt?: boolean;
  /** What went wrong without stopping the save. */
  readonly warnings: readonly string[];
}

/** All that a checkpoint is made of. */
interface Prepared {
  readonly kept: Snapshot;
  readonly nested: readonly NestedDraft[];
  readonly rendered: RenderedNote;
  readonly predecessor?: Checkpoint;
  readonly by: Awaited<ReturnType<typeof signature>>;
  readonly looked: Date;
  readonly damage?: string;
  readonly meanwhile: ReadForSave;
}

/** Writes the checkpoint, and settles what waited for it. */
export async function writePrepared(repository: Repository, request: SaveRequest, prepared: Prepared): Promise<Saved> {
  const { engine } = repository;
  const { kept, nested, rendered, predecessor, by, meanwhile } = prepared;
  const { state, uid, session, conversation } = meanwhile;
  const { status, changes, skipped } = kept;
  const warnings: string[] = [];
  let isInDoubt = false;
  const warn = (text: string | undefined) => void (text !== undefined && warnings.push(text));
  const counting = request.countChanges ? countSince(engine, kept, predecessor) : undefined;
  const draft = defined({
    ...partsOf(kept),
    blobs: [...partsOf(kept).blobs, ...(conversation.draft?.objects ?? [])],
    conversation: conversation.draft,
    base: status.head,
    began: prepared.looked,
    retakeSnapshot: () => Promise.all([retakeSnapshot(repository, request), keepConversation(repository, session)]),
    ...rendered,
    places: machineIdentity(repository),
    ...by,
    sign: await signerForSave(repository, request, warn),
    state,
    maxGcWait: request.maxGcWait,
    flush: request.trigger === 'restore',
    onDoubt: () => {
      isInDoubt = true;
    },
    onNotesRepaired: (repair: NotesRepair) => warn(repairedWords(repair)),
  });
  warn(meanwhile.warning);
  warn(prepared.damage);
  warn(conversation.warning);
  const options = defined({ uid, flush: draft.flush, maxGcWait: request.maxGcWait });
  const checkpoint = await whileHeld(engine, { drafts: nested, options }, () => saveCheckpoint(engine, draft));
  conversation.draft?.remember(checkpoint.commit);
  const counted = await counting;
  warn(counted?.uncounted);
  if (predecessor?.note.pending) warn(await settlePending(repository, predecessor));
  return defined({
    kind: 'saved' as const,
    checkpoint,
    changes,
    skipped,
    status,
    predecessor,
    changed: counted?.changed,
    isInDoubt,
    warnings,
  });
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
