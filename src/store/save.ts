import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkpoint, Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { MachineIdentity } from '../core/machine-identity.ts';
import { hidePlacesIn } from '../core/note-words.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { clampTime, renderCommit } from '../git/commit-bytes.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { confirmNote } from './confirm-note.ts';
import { confirmSaved, isWhole } from './confirm-saved.ts';
import { INDEX_MESSAGE } from './index-commit.ts';
import { lookAtParts, type SnapshotParts } from './lost-parts.ts';
import { renderMessage } from './message.ts';
import { freeNumber, nextNumber } from './next-number.ts';
import type { RenderedNote } from './note-text.ts';
import { conversationRefOf, NOTES, refOf } from './refs.ts';
import { type NotesRepair, withRepairedNotes } from './repair-notes.ts';
import { type RetainingWriter, retainingWriter } from './retaining-writer.ts';
import { readState, rememberNewest, type StoreState } from './state.ts';
import { writeAgainAfterGc } from './write-again-after-gc.ts';
import { writeNotes } from './write-notes.ts';

/** Everything that becomes a checkpoint. */
export interface CheckpointDraft extends RenderedNote, SnapshotParts {
  readonly base?: Oid;
  /** What stays out of the commit's message, which cannot be changed when the checkpoint is shared. */
  readonly places?: MachineIdentity;
  readonly author: Identity;
  readonly time: Date;
  /** What is kept beside the files, and the message of its commit. */
  readonly conversation?: { readonly tree: Oid; readonly message: string };
  /** When the snapshot began, by the clock of files. */
  readonly began: Date;
  /** Writes the objects of the snapshot again. */
  readonly retakeSnapshot: () => Promise<unknown>;
  /** The store as it was read while the snapshot was taken. */
  readonly state?: StoreState;
  /** Told when damaged notes had to be repaired first. */
  readonly onNotesRepaired?: (repair: NotesRepair) => void;
  /** Adds the user's signature to a commit. */
  readonly sign?: (commit: Uint8Array) => Promise<Uint8Array>;
  /** Has the system write all of it to the disk before the save is over. */
  readonly flush?: boolean;
  /** Told when refs moved beside a gc whose end was not seen. */
  readonly onDoubt?: () => void;
  /** How long a gc that began meanwhile is waited for, in milliseconds. */
  readonly maxGcWait?: number;
}

const MAX_TRIES = 200;

/**
 * Makes the checkpoint: objects first, its note next, its ref last. The creation of the ref is the one moment at which the
 * checkpoint comes to be; a crash before it leaves garbage that git collects.
 */
export async function saveCheckpoint(engine: GitEngine, draft: CheckpointDraft): Promise<Checkpoint> {
  const writer = retainingWriter(engine, draft.maxGcWait);
  const index = draft.indexTree === undefined ? undefined : await writeIndexCommit(writer, draft);
  const unsigned = commitBytes(draft, index);
  const bytes = draft.sign === undefined ? unsigned : await draft.sign(unsigned);
  const commit = await writer.writeObject('commit', bytes);
  const blob = await writer.writeObject('blob', draft.bytes);
  const conversation = draft.conversation && (await writeConversationCommit(writer, draft, draft.conversation));
  const number = await withRepairedNotes(engine, draft, (state) =>
    publish(engine, draft, defined({ commit, blob, conversation, writer, state })),
  );
  rememberNewest(engine, number);
  await confirmSaved(engine, draft, { number, commit });
  await withRepairedNotes(engine, draft, () =>
    confirmNote(engine, writer, { commit, ...noteEdit(draft, { commit, blob }) }),
  );
  if (writer.isInDoubt()) draft.onDoubt?.();
  if (draft.flush) {
    const { objects } = await lookAtParts(engine, draft, new Date(0));
    await engine.flushToDisk([...objects, ...writer.written()], [NOTES, refOf(number)]);
  }
  return defined({
    number,
    commit,
    tree: draft.tree,
    base: draft.base,
    index,
    author: draft.author,
    signed: bytes === unsigned ? undefined : true,
    note: draft.note,
    noteFrom: 'note',
  });
}

function commitBytes(draft: CheckpointDraft, index: Oid | undefined): Uint8Array {
  return renderCommit({
    tree: draft.tree,
    parents: [draft.base, index].filter((parent) => parent !== undefined),
    author: draft.author,
    time: clampTime(draft.time),
    message: renderMessage(draft.places === undefined ? draft.note : hidePlacesIn(draft.note, draft.places)),
  });
}

function writeIndexCommit(writer: RetainingWriter, draft: CheckpointDraft): Promise<Oid> {
  const parents = draft.base === undefined ? [] : [draft.base];
  const facts = { tree: draft.indexTree ?? '', parents, author: draft.author, time: clampTime(draft.time) };
  return writer.writeObject('commit', renderCommit({ ...facts, message: INDEX_MESSAGE }));
}

/** A commit without a parent: nothing but the checkpoint's own ref of it keeps a conversation. */
function writeConversationCommit(
  writer: RetainingWriter,
  { author, time }: CheckpointDraft,
  { tree, message }: NonNullable<CheckpointDraft['conversation']>,
): Promise<Oid> {
  return writer.writeObject('commit', renderCommit({ tree, parents: [], author, time: clampTime(time), message }));
}

interface Written {
  readonly commit: Oid;
  readonly blob: Oid;
  readonly conversation?: Oid;
  readonly writer: RetainingWriter;
  /** The store as it was read before. */
  readonly state?: StoreState;
}

/** Moves the two refs, as often as other writers get there first. */
async function publish(engine: GitEngine, draft: CheckpointDraft, written: Written): Promise<CheckpointNumber> {
  const { writer } = written;
  let { state } = written;
  let claimed: CheckpointNumber | undefined;
  let noted = false;
  let isLost = false;
  const plan = async (isHeld: boolean) => {
    // Made from what was read before, it would come too late each time where others are busy.
    const now = (isHeld ? undefined : state) ?? (await readState(engine));
    claimed = isHeld || state === undefined ? await freeNumber(engine, now) : await nextNumber(engine, now);
    state = undefined;
    const create = [{ ref: refOf(claimed), new: written.commit }];
    if (noted) return [create];
    const { update } = await writeNotes(writer, now, noteEdit(draft, written));
    return [[update, ...conversationSteps(written)], create];
  };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await writeAgainAfterGc(engine, { ...draft, isLost }, writer);
    const done = await writer.moveRefs(plan, async () => {
      isLost = !(await isWhole(engine, draft));
      return !isLost;
    });
    if (claimed !== undefined && done === (noted ? 1 : 2)) return claimed;
    // The note is in and the number was taken: only the number is tried again.
    noted ||= done === 1;
    await sleep(Math.random() * Math.min(250, 5 * (tries + 1)));
  }
  throw new Failure('fatal', 'other processes kept changing the checkpoints; nothing was saved', {
    hint: 'Try again.',
  });
}

/** Beside the note, and so before the checkpoint: one that is there has its conversation. A crash in between leaves an orphan. */
function conversationSteps({ commit, conversation }: Written): RefUpdate[] {
  return conversation === undefined ? [] : [{ ref: conversationRefOf(commit), new: conversation }];
}

function noteEdit(draft: CheckpointDraft, written: Pick<Written, 'commit' | 'blob'>) {
  return { edits: new Map([[written.commit, written.blob]]), author: draft.author, time: draft.time };
}
