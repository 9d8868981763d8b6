import type { Oid } from '../core/checkpoint.ts';
import type { Note } from '../core/note.ts';
import { parseNote, renderNote } from '../store/note-text.ts';
import type { RetainingWriter } from '../store/retaining-writer.ts';
import { diffNotes, type NotePair } from './diff-notes.ts';
import type { LocalRefs } from './local-refs.ts';
import { mergeNote } from './merge-note.ts';
import type { SyncFilter, SyncPlan } from './plan-sync.ts';
import type { RemoteRefs } from './remote-refs.ts';

export type NoteEdits = Map<Oid, Oid | undefined>;

/** Notes to set or, without a blob, to remove on either side. */
export interface MergedNotes {
  readonly remote: NoteEdits;
  readonly local: NoteEdits;
  /** What would be pushed, by commit: searched for secrets. */
  readonly leaving: ReadonlyMap<Oid, string>;
}

export interface MergeMaterial {
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
}

/** Merges note by note, whatever the layout of the trees; `git notes merge` would join two YAML documents into none. */
export async function mergeNotes(writer: RetainingWriter, material: MergeMaterial): Promise<MergedNotes> {
  const { local, remote, plan, filter } = material;
  const merged = { remote: new Map(), local: new Map(), leaving: new Map<Oid, string>() } satisfies MergedNotes;
  const outgoing = new Set(plan.outgoing.map(({ commit }) => commit));
  const isOnBothSides = (commit: Oid) => outgoing.has(commit) || plan.isShared(commit);
  for (const [commit, pair] of await diffNotes(writer, local.state.notes?.tree, remote.state.notes?.tree)) {
    if (isOnBothSides(commit)) await mergeOne(writer, { commit, pair, material }, merged);
    else if (plan.remoteLedger.dead.has(commit) && pair.theirs !== undefined) merged.remote.set(commit, undefined);
  }
  for (const { commit } of plan.droppedThere) merged.remote.set(commit, undefined);
  for (const { commit } of plan.droppedHere) merged.local.set(commit, undefined);
  return filter.push ? merged : { ...merged, remote: new Map(), leaving: new Map() };
}

/** The merged notes without those of checkpoints that a later push carries. */
export function notesWithout(merged: MergedNotes, later: ReadonlySet<Oid>): MergedNotes {
  const without = <T>(notes: ReadonlyMap<Oid, T>) => new Map([...notes].filter(([commit]) => !later.has(commit)));
  return { remote: without(merged.remote), local: without(merged.local), leaving: without(merged.leaving) };
}

interface One {
  readonly commit: Oid;
  readonly pair: NotePair;
  readonly material: MergeMaterial;
}

async function mergeOne(
  writer: RetainingWriter,
  one: One,
  into: { readonly remote: NoteEdits; readonly local: NoteEdits; readonly leaving: Map<Oid, string> },
): Promise<void> {
  const { commit, pair } = one;
  const merged = onlyTheirs(one) ?? (await mergePair(writer, one));
  if (merged === undefined) return;
  if (merged.blob !== pair.ours) into.local.set(commit, merged.blob);
  if (merged.blob === pair.theirs) return;
  into.remote.set(commit, merged.blob);
  into.leaving.set(commit, merged.text);
}

/** A note that is new here and was read already. */
function onlyTheirs({ commit, pair, material }: One): { readonly blob: Oid; readonly text: string } | undefined {
  const read = material.trusted.get(commit);
  return read !== undefined && read === pair.theirs && pair.ours === undefined ? { blob: read, text: '' } : undefined;
}

async function mergePair(
  writer: RetainingWriter,
  one: One,
): Promise<{ readonly blob: Oid; readonly text: string } | undefined> {
  const { commit, pair, material } = one;
  const ours = await readNote(writer, pair.ours);
  const theirs = material.distrusted.has(commit) ? 'unreadable' : await readNote(writer, pair.theirs);
  // A note that we cannot read may be a newer version's: it stays as it is.
  if (theirs === 'unreadable' || (ours === 'unreadable' && theirs === undefined)) return undefined;
  if (ours === undefined || ours === 'unreadable')
    return theirs === undefined ? undefined : { blob: pair.theirs ?? '', text: '' };
  const merged = theirs === undefined ? ours.note : mergeNote(ours.note, theirs.note);
  if (merged === theirs?.note) return { blob: pair.theirs ?? '', text: '' };
  const text = renderNote(material.share(merged));
  const bytes = Buffer.from(text);
  const blob =
    pair.ours !== undefined && bytes.equals(ours.bytes) ? pair.ours : await writer.writeObject('blob', bytes);
  return { blob, text };
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
