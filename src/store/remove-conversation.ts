import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { conversationRefOf } from './refs.ts';

/** The step that frees the conversations of checkpoints; none where they have none. */
export async function conversationRemoval(engine: GitEngine, commits: readonly Oid[]): Promise<RefUpdate[][]> {
  const refs = commits.map(conversationRefOf);
  const there = await engine.resolveRefs(refs);
  const updates = refs.flatMap((ref, at) => (there[at] === undefined ? [] : [{ ref, old: there[at] }]));
  return updates.length === 0 ? [] : [updates];
}
