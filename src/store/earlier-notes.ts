import type { Oid } from '../core/checkpoint.ts';
import { MAX_NOTE_BYTES } from '../core/note.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine, GitObject } from '../git/engine.ts';
import { findNotes } from '../git/notes.ts';
import { NOTES_MESSAGE } from './write-notes.ts';

const AT_ONCE = 200;

/**
 * Finds the notes of checkpoints among the loose objects, the newest first. Each change of the notes leaves the commit before it
 * behind until git collects it, and every note names its checkpoint by the uid: so what a damaged commit or tree of the notes held is
 * there still.
 */
export async function findEarlierNotes(
  engine: GitEngine,
  checkpoints: ReadonlyMap<Oid, string>,
): Promise<Map<Oid, Oid>> {
  const found = new Map<Oid, Oid>();
  const byUid = new Map<string, Oid>();
  const missing = () => [...checkpoints.keys()].filter((commit) => !found.has(commit));
  for await (const object of looseObjects(engine)) {
    if (missing().length === 0) break;
    const uid = uidOfNote(object);
    if (uid !== undefined && !byUid.has(uid)) byUid.set(uid, object.oid);
    const tree = treeOfNotes(object);
    if (tree !== undefined)
      for (const [commit, blob] of await soundNotes(engine, tree, missing())) found.set(commit, blob);
  }
  for (const commit of missing()) {
    const blob = byUid.get(checkpoints.get(commit) ?? '');
    if (blob !== undefined) found.set(commit, blob);
  }
  return found;
}

async function* looseObjects(engine: GitEngine): AsyncIterable<GitObject> {
  const loose = await engine.listLooseObjects();
  for (let at = 0; at < loose.length; at += AT_ONCE)
    for (const object of await engine.readObjects(loose.slice(at, at + AT_ONCE)))
      if (object !== undefined) yield object;
}

async function soundNotes(engine: GitEngine, tree: Oid, commits: readonly Oid[]): Promise<(readonly [Oid, Oid])[]> {
  const notes = await findNotes(engine, tree, commits);
  const lost = new Set(await engine.missingObjects([...notes.values()]));
  return [...notes].filter(([, blob]) => !lost.has(blob));
}

function treeOfNotes({ type, bytes }: GitObject): Oid | undefined {
  const facts = type === 'commit' ? parseCommit(bytes) : undefined;
  return facts?.message === NOTES_MESSAGE ? facts.tree : undefined;
}

function uidOfNote({ type, bytes }: GitObject): string | undefined {
  if (type !== 'blob' || bytes.length > MAX_NOTE_BYTES) return undefined;
  return /^schema: \d+\nuid: "?(\w{26})"?\n/.exec(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))?.[1];
}
