import type { Oid } from '../core/checkpoint.ts';
import type { Note } from '../core/note.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { findNotes } from '../git/notes.ts';
import { uidFromMessage } from '../store/message.ts';
import { parseNote } from '../store/note-text.ts';
import { findForbiddenPaths, USER_REFS } from './forbidden-paths.ts';
import type { NumberedCommit } from './plan-sync.ts';
import type { Quarantined } from './quarantine.ts';
import { remoteEngine } from './remote-engine.ts';
import type { RemoteRefs } from './remote-refs.ts';

interface Incoming {
  /** Not let in. */
  readonly bad: readonly Quarantined[];
  /** Let in with what the commit's message says: the note is too large, not of our form, or another checkpoint's. */
  readonly distrusted: ReadonlySet<Oid>;
  /** Notes that were read and are their commit's own. */
  readonly trusted: ReadonlyMap<Oid, Oid>;
}

/** Looks at what came in before it becomes a checkpoint here. git has checked the objects; this checks what they say. */
export async function checkIncoming(
  engine: GitEngine,
  incoming: readonly NumberedCommit[],
  remote: RemoteRefs,
): Promise<Incoming> {
  const commits = incoming.map(({ commit }) => commit);
  const [paths, words] = await Promise.all([
    findForbiddenPaths(engine, commits),
    checkMessagesAndNotes(engine, incoming, remote),
  ]);
  if (paths.size === 0) return words;
  return { ...words, bad: [...words.bad, ...(await blame(engine, incoming, paths))] };
}

/** Whether they say that they are checkpoints, and their notes that they are theirs. */
async function checkMessagesAndNotes(
  engine: GitEngine,
  incoming: readonly NumberedCommit[],
  remote: RemoteRefs,
): Promise<Incoming> {
  const bad: Quarantined[] = [];
  const distrusted = new Set<Oid>();
  const trusted = new Map<Oid, Oid>();
  const commits = incoming.map(({ commit }) => commit);
  const objects = await engine.readObjects(commits);
  const notes = await findNotes(engine, remote.state.notes?.tree, commits);
  for (const [at, one] of incoming.entries()) {
    const object = objects[at];
    const facts = object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
    const uid = facts === undefined ? undefined : uidFromMessage(facts.message);
    if (uid === undefined) {
      bad.push({ ...one, why: 'its commit is not a checkpoint' });
      continue;
    }
    const blob = notes.get(one.commit);
    if (blob === undefined) continue;
    const note = await findNoteOf(engine, blob, uid);
    if (note === undefined) distrusted.add(one.commit);
    // One with a path of another machine is not taken as it is.
    else if (note.session?.transcript === undefined) trusted.set(one.commit, blob);
  }
  return { bad, distrusted, trusted };
}

async function findNoteOf(engine: GitEngine, blob: Oid, uid: string): Promise<Note | undefined> {
  const [object] = await engine.readObjects([blob]);
  if (object?.type !== 'blob') return undefined;
  return parseNote(object.bytes).then(
    (note) => (note.uid === uid ? note : undefined),
    () => undefined,
  );
}

async function blame(
  engine: GitEngine,
  incoming: readonly NumberedCommit[],
  trees: ReadonlyMap<Oid, string>,
): Promise<Quarantined[]> {
  const bad: Quarantined[] = [];
  for (const one of incoming) {
    const reached = await remoteEngine(engine).reachedBeyond([one.commit], USER_REFS);
    const why = reached.map(({ oid }) => trees.get(oid)).find((reason) => reason !== undefined);
    if (why !== undefined) bad.push({ ...one, why });
  }
  return bad;
}
