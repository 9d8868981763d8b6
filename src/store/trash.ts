import type { Checkpoint, Identity, Oid } from '../core/checkpoint.ts';
import type { Note } from '../core/note.ts';
import { type CheckpointNumber, checkpointNumber } from '../core/number.ts';
import { clampTime, parseCommit, renderCommit } from '../git/commit-bytes.ts';
import { editTree } from '../git/edit-tree.ts';
import type { GitEngine, GitObject, RefUpdate } from '../git/engine.ts';
import { findNotes } from '../git/notes.ts';
import { readTrees } from '../git/read-trees.ts';
import { REGULAR } from '../git/tree-bytes.ts';
import { type Holding, recordHoldings } from '../local/nested-records.ts';
import { expireNotes } from './hold-note.ts';
import { isWholeCommit } from './is-whole.ts';
import { parseHoldings } from './nested-holdings.ts';
import { parseNote } from './note-text.ts';
import { refOf, TRASH } from './refs.ts';
import { releaseNested } from './release-nested.ts';
import { conversationRemoval } from './remove-conversation.ts';
import type { RetainingWriter } from './retaining-writer.ts';
import type { StoreState } from './state.ts';

/** A removed checkpoint that can still be brought back. Its files and its words hang on one local ref. */
export interface TrashedCheckpoint {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
  readonly removed: Date;
  /** The blob of its note; absent for one that had lost it. */
  readonly noteBlob?: Oid;
  /** Absent where the note is lost or cannot be read. */
  readonly note?: Note;
  readonly ref: string;
  /** The commit that the ref points at. */
  readonly holder: Oid;
}

const NOTE_NAME = 'note';

function trashRef({ number, commit }: Pick<Checkpoint, 'number' | 'commit'>): string {
  return `${TRASH}${number}-${commit}`;
}

/**
 * Refs that hold removed checkpoints: each points at a commit whose parent is the checkpoint's commit, whose tree holds the note, and
 * whose time is that of the removal. One that is not whole is left out: a ref to it would keep every `git gc` from its work.
 */
export async function trashUpdates(
  engine: GitEngine,
  writer: RetainingWriter,
  removed: {
    readonly checkpoints: readonly Pick<Checkpoint, 'number' | 'commit'>[];
    readonly state: StoreState;
    readonly by: { readonly author: Identity; readonly time: Date };
  },
): Promise<RefUpdate[]> {
  const { checkpoints, state, by } = removed;
  const held = new Set((await engine.listRefs(TRASH)).map(({ ref }) => ref));
  const commits = checkpoints.map(({ commit }) => commit);
  const notes = await findNotes(engine, state.notes?.tree, commits);
  const updates: RefUpdate[] = [];
  for (const checkpoint of checkpoints) {
    const ref = trashRef(checkpoint);
    if (held.has(ref) || !(await isWholeCommit(engine, checkpoint.commit))) continue;
    const note = notes.get(checkpoint.commit);
    const edits = new Map(note === undefined ? [] : [[NOTE_NAME, { mode: REGULAR, oid: note }]]);
    const holder = renderCommit({
      tree: await editTree(writer, undefined, edits),
      parents: [checkpoint.commit],
      author: by.author,
      time: clampTime(by.time),
      message: `Checkpoint ${checkpoint.number} in the trash\n`,
    });
    updates.push({ ref, new: await writer.writeObject('commit', holder) });
  }
  return updates;
}

/** What is in the trash, the last removed first. */
export async function readTrash(engine: GitEngine): Promise<TrashedCheckpoint[]> {
  const refs = await trashRefs(engine);
  const [holders, living] = await Promise.all([
    engine.readObjects(refs.map(({ holder }) => holder)),
    engine.resolveRefs(refs.map(({ number }) => refOf(number))),
  ]);
  const trashed: TrashedCheckpoint[] = [];
  for (const [at, entry] of refs.entries()) {
    const facts = parseHolder(holders[at]);
    // A removal that was cut off before it took the checkpoint away leaves both.
    if (facts === undefined || living[at] === entry.commit) continue;
    const noteBlob = (await readTrees(engine, [facts.tree])).get(facts.tree)?.get(NOTE_NAME)?.oid;
    const [bytes] = noteBlob === undefined ? [] : await engine.readObjects([noteBlob]);
    const note = bytes === undefined ? undefined : await parseNote(bytes.bytes).catch(() => undefined);
    const removed = new Date(facts.time * 1000);
    trashed.push({ ...entry, removed, ...(noteBlob && { noteBlob }), ...(note && { note }) });
  }
  return trashed.sort((one, other) => other.removed.getTime() - one.removed.getTime() || other.number - one.number);
}

async function trashRefs(engine: GitEngine) {
  return (await engine.listRefs(TRASH)).flatMap(({ ref, oid }) => {
    const [, number, commit] = /\/([1-9]\d{0,8})-([0-9a-f]{40,64})$/.exec(ref) ?? [];
    return commit === undefined ? [] : [{ ref, holder: oid, commit, number: checkpointNumber(Number(number)) }];
  });
}

function parseHolder(object: GitObject | undefined) {
  return object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
}

/** Lets go of what has been in the trash for longer than this; the next `git gc` frees it. */
export async function expireTrash(
  engine: GitEngine,
  { days, now }: { readonly days: number; readonly now: Date },
): Promise<void> {
  const oldest = now.getTime() - days * 86_400_000;
  const refs = await trashRefs(engine);
  const holders = await engine.readObjects(refs.map(({ holder }) => holder));
  const expired = refs.filter((_, at) => {
    const facts = parseHolder(holders[at]);
    return facts !== undefined && facts.time * 1000 < oldest;
  });
  await emptyTrash(engine, expired);
  await expireNotes(engine, oldest);
}

type TrashEntry = Pick<TrashedCheckpoint, 'ref' | 'holder' | 'commit'>;

/** Lets go of these at once. One that another process brought back or let go of meanwhile is left to it. */
export async function emptyTrash(engine: GitEngine, entries: readonly TrashEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const steps = async (some: readonly TrashEntry[]) => [
    some.map(({ ref, holder }) => ({ ref, old: holder })),
    ...(await conversationRemoval(
      engine,
      some.map(({ commit }) => commit),
    )),
  ];
  const holdings = await readTrashedHoldings(engine, entries);
  const forget = recordHoldings(engine.place, holdings);
  // As one, because each removal of a packed ref writes all packed refs anew.
  const together = await steps(entries);
  if ((await engine.moveRefs(together)) !== together.length)
    for (const entry of entries) await engine.moveRefs(await steps([entry]));
  await releaseNested(engine, holdings);
  forget();
}

/** What those in the trash hold in nested repositories. One that lives again keeps it. */
export async function readTrashedHoldings(engine: GitEngine, given?: readonly TrashEntry[]): Promise<Holding[]> {
  const entries = given ?? (await trashRefs(engine));
  const living = await engine.resolveRefs(entries.map(({ ref }) => refOf(numberIn(ref))));
  const gone = entries.filter((_, at) => living[at] === undefined);
  const trees = await engine.readObjects(gone.map(({ holder }) => `${holder}^{tree}`));
  const contents = await readTrees(
    engine,
    trees.flatMap((tree) => tree?.oid ?? []),
  );
  return parseHoldings(
    await engine.readObjects([...contents.values()].flatMap((one) => one.get(NOTE_NAME)?.oid ?? [])),
  );
}

function numberIn(trashRef: string): CheckpointNumber {
  return checkpointNumber(Number.parseInt(trashRef.slice(TRASH.length), 10));
}
