import type { Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { Note } from '../core/note.ts';
import { clampTime, parseCommit, renderCommit } from '../git/commit-bytes.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { editNotes, findNotes } from '../git/notes.ts';
import { parseNote } from './note-text.ts';
import { FOREIGN_NOTES } from './refs.ts';
import type { RetainingWriter } from './retaining-writer.ts';

/** What others wrote about a checkpoint whose words are not theirs to change. */
export interface ForeignWords {
  readonly remote: string;
  readonly note: Note;
}

/** The notes that came from a remote and are kept apart, by commit. */
export async function findForeignNotes(
  engine: Pick<GitEngine, 'readObjects' | 'objectFormat'>,
  remote: string,
  commits: readonly Oid[],
): Promise<Map<Oid, Oid>> {
  const [commit] = await engine.readObjects([FOREIGN_NOTES + remote]);
  const tree = commit?.type === 'commit' ? parseCommit(commit.bytes)?.tree : undefined;
  return findNotes(engine, tree, commits);
}

/** What others wrote about one checkpoint, from every remote. A note that cannot be read says nothing. */
export async function readForeignWords(engine: GitEngine, commit: Oid): Promise<ForeignWords[]> {
  const words: ForeignWords[] = [];
  for (const { ref } of await engine.listRefs(FOREIGN_NOTES)) {
    const remote = ref.slice(FOREIGN_NOTES.length);
    const blob = (await findForeignNotes(engine, remote, [commit])).get(commit);
    const [object] = blob === undefined ? [] : await engine.readObjects([blob]);
    const note = object === undefined ? undefined : await parseNote(object.bytes).catch(() => undefined);
    if (note !== undefined) words.push({ remote, note });
  }
  return words;
}

/** Sets or, without a blob, removes notes that are kept apart. */
export async function moveForeignNotes(
  writer: RetainingWriter,
  remote: string,
  change: { readonly edits: ReadonlyMap<Oid, Oid | undefined>; readonly author: Identity; readonly time: Date },
): Promise<RefUpdate[]> {
  const ref = FOREIGN_NOTES + remote;
  const [before] = await writer.readObjects([ref]);
  const root = before?.type === 'commit' ? parseCommit(before.bytes)?.tree : undefined;
  if (root === undefined && ![...change.edits.values()].some((blob) => blob !== undefined)) return [];
  const tree = await editNotes(writer, root, change.edits);
  if (tree === root) return [];
  const facts = { tree, parents: [], author: change.author, time: clampTime(change.time) };
  const commit = await writer.writeObject(
    'commit',
    renderCommit({ ...facts, message: `Notes of checkpoints, as '${remote}' has them\n` }),
  );
  return [defined({ ref, old: before?.oid, new: commit })];
}
