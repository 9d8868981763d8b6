import type { Oid } from '../core/checkpoint.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { readableNotes } from '../git/notes.ts';
import { isWholeCommit } from './is-whole.ts';
import { uidFromMessage } from './message.ts';
import { CHECKPOINTS } from './refs.ts';
import { readState } from './state.ts';
import { readTrash } from './trash.ts';

/**
 * The commit of a checkpoint that has a note and no ref, was not removed, and is whole; undefined unless there is exactly one. The note
 * comes before the ref, so a ref that was lost leaves such a commit; a save that was cut off leaves one, too.
 */
export async function findLostCommit(engine: GitEngine): Promise<Oid | undefined> {
  const { notes, ledger } = await readState(engine);
  const { leaves } = await readableNotes(engine, notes?.tree);
  const known = new Set([
    ...(await engine.listRefs(CHECKPOINTS)).map(({ oid }) => oid),
    ...(await readTrash(engine)).map(({ commit }) => commit),
    ...ledger.value.dead.keys(),
  ]);
  const commits = [...leaves.keys()].map((path) => path.replaceAll('/', '')).filter((commit) => !known.has(commit));
  const lost: Oid[] = [];
  for (const object of await engine.readObjects(commits)) {
    const facts = object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
    const isOurs = facts !== undefined && uidFromMessage(facts.message) !== undefined;
    if (object !== undefined && isOurs && (await isWholeCommit(engine, object.oid))) lost.push(object.oid);
  }
  return lost.length === 1 ? lost[0] : undefined;
}
