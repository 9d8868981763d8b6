import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { Note } from '../core/note.ts';
import { parseNote, renderNote } from '../store/note-text.ts';
import type { RetainingWriter } from '../store/retaining-writer.ts';
import { diffNotes, type NotePair } from './diff-notes.ts';
import type { LocalRefs } from './local-refs.ts';
import { keepWords, mergeNote, sameWords } from './merge-note.ts';
import type { SyncFilter, SyncPlan } from './plan-sync.ts';
import type { RemoteRefs } from './remote-refs.ts';
import type { Vouched } from './vouched-notes.ts';

type NoteEdits = Map<Oid, Oid | undefined>;

/** Notes to set or, without a blob, to remove on either side. */
export interface MergedNotes {
  readonly remote: NoteEdits;
  readonly local: NoteEdits;
  /** What would be pushed, by commit: searched for secrets. */
  readonly leaving: ReadonlyMap<Oid, string>;
  /** Notes here that take other words from the remote. */
  readonly reworded: ReadonlySet<Oid>;
  /** What others wrote about checkpoints whose words they cannot change: kept apart. */
  readonly apart: ReadonlyMap<Oid, Oid>;
}

interface MergeMaterial {
  readonly local: LocalRefs;
  readonly remote: RemoteRefs;
  readonly plan: SyncPlan;
  readonly filter: SyncFilter;
  /** The form in which a note is pushed. */
  readonly share: (note: Note) => Note;
  /** Commits whose notes at the remote are not to be trusted. */
  readonly distrusted: ReadonlySet<Oid>;
  /** Notes at the remote that were read already, by commit. */
  readonly trusted: ReadonlyMap<Oid, Oid>;
  /** Checkpoints that were made here: the notes of the remote cannot change their words. */
  readonly isOwn: (commit: Oid) => boolean;
  /** What the user's key signed on other machines. */
  readonly readVouched: (pairs: ReadonlyMap<Oid, NotePair>) => Promise<Vouched>;
}

interface Collected extends MergedNotes {
  readonly leaving: Map<Oid, string>;
  readonly reworded: Set<Oid>;
  readonly apart: Map<Oid, Oid>;
}

/** Merges note by note, whatever the layout of the trees; `git notes merge` would join two YAML documents into none. */
export async function mergeNotes(writer: RetainingWriter, material: MergeMaterial): Promise<MergedNotes> {
  const { local, remote, plan, filter } = material;
  const merged: Collected = {
    remote: new Map(),
    local: new Map(),
    leaving: new Map(),
    reworded: new Set(),
    apart: new Map(),
  };
  const outgoing = new Set(plan.outgoing.map(({ commit }) => commit));
  const isOnBothSides = (commit: Oid) => outgoing.has(commit) || plan.isShared(commit);
  const pairs = await diffNotes(writer, local.state.notes?.tree, remote.state.notes?.tree);
  const vouched = await material.readVouched(pairs);
  for (const [commit, pair] of pairs) {
    const words =
      vouched.notes.has(commit) || !(material.isOwn(commit) || vouched.mine.has(commit)) ? 'theirs' : 'ours';
    if (isOnBothSides(commit)) await mergeOne(writer, { commit, pair, material, words }, merged);
    else if (plan.remoteLedger.dead.has(commit) && pair.theirs !== undefined) merged.remote.set(commit, undefined);
  }
  for (const { commit } of plan.droppedThere) merged.remote.set(commit, undefined);
  for (const { commit } of plan.droppedHere) merged.local.set(commit, undefined);
  return filter.push ? merged : { ...merged, remote: new Map(), leaving: new Map() };
}

/** The merged notes without those of checkpoints that a later push carries. */
export function notesWithout(merged: MergedNotes, later: ReadonlySet<Oid>): MergedNotes {
  const without = <T>(notes: ReadonlyMap<Oid, T>) => new Map([...notes].filter(([commit]) => !later.has(commit)));
  return { ...merged, remote: without(merged.remote), local: without(merged.local), leaving: without(merged.leaving) };
}

interface One {
  readonly commit: Oid;
  readonly pair: NotePair;
  readonly material: MergeMaterial;
  /** Whose words count: of `ours`, the remote cannot change any. */
  readonly words: 'ours' | 'theirs';
}

async function mergeOne(writer: RetainingWriter, one: One, into: Collected): Promise<void> {
  const { commit, pair } = one;
  const merged = onlyTheirs(one) ?? (await mergePair(writer, one));
  if (merged === undefined) {
    if (one.words === 'ours' && pair.ours === undefined && pair.theirs !== undefined)
      into.apart.set(commit, pair.theirs);
    return;
  }
  if (merged.words === 'theirs') into.reworded.add(commit);
  if (merged.words === 'apart' && pair.theirs !== undefined) into.apart.set(commit, pair.theirs);
  if (merged.blob !== pair.ours) into.local.set(commit, merged.blob);
  if (merged.blob === pair.theirs) return;
  into.remote.set(commit, merged.blob);
  into.leaving.set(commit, merged.text);
}

interface Merged {
  readonly blob: Oid;
  readonly text: string;
  /** Other words come in, or are kept apart. */
  readonly words?: 'theirs' | 'apart';
}

/** A note that is new here and was read already. */
function onlyTheirs({ commit, pair, material, words }: One): Merged | undefined {
  const read = words === 'ours' ? undefined : material.trusted.get(commit);
  return read !== undefined && read === pair.theirs && pair.ours === undefined ? { blob: read, text: '' } : undefined;
}

async function mergePair(writer: RetainingWriter, one: One): Promise<Merged | undefined> {
  const { commit, pair, material } = one;
  const ours = await readNote(writer, pair.ours);
  const theirs = material.distrusted.has(commit) ? 'unreadable' : await readNote(writer, pair.theirs);
  // A note that we cannot read may be a newer version's: it stays as it is.
  if (theirs === 'unreadable' || (ours === 'unreadable' && theirs === undefined)) return undefined;
  if (ours === undefined || ours === 'unreadable') return theirs && takeOver(writer, one, theirs.note);
  const { note, words } = theirs === undefined ? { note: ours.note } : choose(ours.note, theirs.note, one);
  if (note === theirs?.note) return defined({ blob: pair.theirs ?? '', text: '', words });
  const text = renderNote(material.share(note));
  const bytes = Buffer.from(text);
  const blob =
    pair.ours !== undefined && bytes.equals(ours.bytes) ? pair.ours : await writer.writeObject('blob', bytes);
  return defined({ blob, text, words });
}

/** A note that is new here. Of a checkpoint that is the user's, the commit's message stands in for a note that is gone. */
async function takeOver(writer: RetainingWriter, { pair, words }: One, note: Note): Promise<Merged | undefined> {
  if (words === 'ours') return undefined;
  const blob = await withoutTranscript(writer, note, pair.theirs ?? '');
  return defined({ blob, text: '', words: pair.ours === undefined ? undefined : 'theirs' });
}

/** The path of a transcript on another machine would be read, and sent to a model, from here. */
async function withoutTranscript(writer: RetainingWriter, note: Note, blob: Oid): Promise<Oid> {
  if (note.session?.transcript === undefined) return blob;
  const { transcript: _, ...session } = note.session;
  return writer.writeObject('blob', Buffer.from(renderNote({ ...note, session })));
}

/** Whose words count. Our own in their shared form are no other words, wherever they are read. */
function choose(ours: Note, theirs: Note, { material, words }: One): { note: Note; words?: 'theirs' | 'apart' } {
  const same = sameWords(material.share(ours), theirs);
  if (words === 'theirs') {
    const note = mergeNote(ours, theirs);
    return same || sameWords(note, ours) ? { note } : { note, words: 'theirs' };
  }
  return same ? { note: mergeNote(material.share(ours), theirs) } : { note: keepWords(ours, theirs), words: 'apart' };
}

interface ReadNote {
  readonly note: Note;
  readonly bytes: Uint8Array;
}

async function readNote(writer: RetainingWriter, blob: Oid | undefined): Promise<ReadNote | 'unreadable' | undefined> {
  const [object] = blob === undefined ? [] : await writer.readObjects([blob]);
  if (object === undefined) return blob === undefined ? undefined : 'unreadable';
  const { bytes } = object;
  return parseNote(bytes).then(
    (note) => ({ note, bytes }),
    () => 'unreadable' as const,
  );
}
