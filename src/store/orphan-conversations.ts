import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine, Ref } from '../git/engine.ts';
import { CHECKPOINTS, CONVERSATIONS, TRASH } from './refs.ts';

/** A save that runs has made the ref of its conversation and not yet the checkpoint's. */
const SETTLED_AFTER_MS = 3_600_000;

/** Conversations whose checkpoint never came to be, or is gone: a save or a drop was cut off. */
export async function findOrphanConversations(engine: GitEngine, now: Date): Promise<Ref[]> {
  const [conversations, checkpoints, trashed] = await Promise.all([
    engine.listRefs(CONVERSATIONS),
    engine.listRefs(CHECKPOINTS),
    engine.listRefs(TRASH),
  ]);
  const kept = new Set([
    ...checkpoints.map(({ oid }) => oid),
    ...trashed.map(({ ref }) => ref.slice(ref.lastIndexOf('-') + 1)),
  ]);
  const orphans = conversations.filter(({ ref }) => !kept.has(ref.slice(CONVERSATIONS.length)));
  const commits = await engine.readObjects(orphans.map(({ oid }) => oid));
  return orphans.filter((_, at) => {
    const time = parseCommit(commits[at]?.bytes ?? new Uint8Array())?.time ?? 0;
    return now.getTime() - time * 1000 > SETTLED_AFTER_MS;
  });
}

export async function removeOrphanConversations(engine: GitEngine, now: Date): Promise<number> {
  const orphans = await findOrphanConversations(engine, now);
  if (orphans.length > 0) await engine.moveRefs(orphans.map(({ ref, oid }) => [{ ref, old: oid }]));
  return orphans.length;
}
