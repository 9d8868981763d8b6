import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import { editTree, type Leaf } from '../git/edit-tree.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { DamagedNotes, readableNotes } from '../git/notes.ts';
import { REGULAR } from '../git/tree-bytes.ts';
import { createdAt } from './created-at.ts';
import { findEarlierNotes } from './earlier-notes.ts';
import { headAmong } from './index-commit.ts';
import { noteFromMessage, uidFromMessage } from './message.ts';
import { renderNote } from './note-text.ts';
import { CHECKPOINTS, NOTES, NOTES_BEFORE_REPAIR, numberOf } from './refs.ts';
import { retainingWriter } from './retaining-writer.ts';
import { readState, type StoreState } from './state.ts';
import { writeNotesCommit } from './write-notes.ts';

/** What a gc took from the notes, the process that wrote it writes again within moments. */
const MAX_LOOKS = 20;
const LOOK_EVERY_MS = 50;

/** What became of damaged notes. */
export interface NotesRepair {
  /** Notes that could be read where they are, and stay. */
  readonly kept: number;
  /** Notes of checkpoints that were found among the objects of earlier changes. */
  readonly found: number;
  /** Notes of checkpoints that were made from the messages of their commits. */
  readonly rebuilt: number;
}

interface By {
  readonly author: Identity;
  readonly time: Date;
}

/** Runs work on the notes; when their tree stays damaged, repairs them first and runs the work again. */
export async function withRepairedNotes<T>(
  engine: GitEngine,
  by: By & { readonly state?: StoreState; readonly onNotesRepaired?: (repair: NotesRepair) => void },
  work: (state: StoreState | undefined) => Promise<T>,
): Promise<T> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    try {
      return await work(looks === 0 ? by.state : undefined);
    } catch (error) {
      if (!(error instanceof DamagedNotes)) throw error;
      await sleep(LOOK_EVERY_MS);
    }
  }
  const repair = await repairNotes(engine, by);
  if (repair !== undefined) by.onNotesRepaired?.(repair);
  return work(undefined);
}

/**
 * Writes a notes tree that is whole again: every note that can be read stays as it is, those of checkpoints that are lost are looked
 * for among earlier objects, and only what is found nowhere is made from the commit message. Undefined when another writer was first:
 * its notes stand.
 */
export async function repairNotes(engine: GitEngine, { author, time }: By): Promise<NotesRepair | undefined> {
  await engine.setAsideBrokenRefs([NOTES]);
  const { notes, brokenNotes } = await readState(engine);
  const old = notes?.commit ?? brokenNotes;
  const { leaves, isWhole } = await readableNotes(engine, notes?.tree);
  const kept = new Set([...leaves.keys()].map((path) => path.replaceAll('/', '')));
  const lost = (await checkpointCommits(engine)).filter(({ commit }) => !kept.has(commit));
  const earlier = await findEarlierNotes(engine, new Map(lost.map(({ commit, uid }) => [commit, uid])));
  const writer = retainingWriter(engine);
  const edits = new Map<string, Leaf>(leaves);
  for (const { commit, text } of lost) {
    const oid = earlier.get(commit) ?? (await writer.writeObject('blob', Buffer.from(text)));
    edits.set(`${commit.slice(0, 2)}/${commit.slice(2)}`, { mode: REGULAR, oid });
  }
  const commit = await writeNotesCommit(writer, { tree: await editTree(writer, undefined, edits), author, time });
  const backup = isWhole ? await backupStep(engine, notes?.commit) : [];
  const steps = [...backup, [defined({ ref: NOTES, old, new: commit })]];
  if ((await writer.moveRefs(steps)) < steps.length) return undefined;
  return { kept: kept.size, found: earlier.size, rebuilt: lost.length - earlier.size };
}

/** Keeps the notes as they are under a local ref, before some of them are replaced. */
export async function keepNotesBeforeRepair(engine: GitEngine): Promise<void> {
  const { notes } = await readState(engine);
  const { isWhole } = await readableNotes(engine, notes?.tree);
  if (isWhole) await engine.moveRefs(await backupStep(engine, notes?.commit));
}

/** Lets go of the notes before the last repair: words that are taken out must not live on there. */
export async function forgetNotesBeforeRepair(engine: GitEngine): Promise<void> {
  const [old] = await engine.resolveRefs([NOTES_BEFORE_REPAIR]);
  if (old !== undefined) await engine.moveRefs([[{ ref: NOTES_BEFORE_REPAIR, old }]]);
}

/** The notes as they were stay under a local ref, unless objects of them are missing: git's own gc would stop at those. */
async function backupStep(engine: GitEngine, notes: Oid | undefined): Promise<RefUpdate[][]> {
  const [before] = await engine.resolveRefs([NOTES_BEFORE_REPAIR]);
  if (notes === undefined || before === notes) return [];
  return [[defined({ ref: NOTES_BEFORE_REPAIR, old: before, new: notes })]];
}

interface CheckpointCommit {
  readonly commit: Oid;
  readonly uid: string;
  /** The note that its message gives. */
  readonly text: string;
}

async function checkpointCommits(engine: GitEngine): Promise<CheckpointCommit[]> {
  const refs = (await engine.listRefs(CHECKPOINTS)).filter(({ ref }) => numberOf(ref) !== undefined);
  const found: CheckpointCommit[] = [];
  for (const object of await engine.readObjects(refs.map(({ oid }) => oid))) {
    const facts = object === undefined ? undefined : parseCommit(object.bytes);
    const uid = facts === undefined ? undefined : uidFromMessage(facts.message);
    if (object === undefined || facts === undefined || uid === undefined) continue;
    const from = { created: createdAt(facts), commit: await headAmong(engine, facts.parents) };
    const note = noteFromMessage(facts.message, from);
    if (note !== undefined) found.push({ commit: object.oid, uid, text: renderNote(note) });
  }
  return found;
}
