import type { Oid } from '../core/checkpoint.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';

/** What tells the commit of an index from one of the user's. */
export const INDEX_MESSAGE = 'The index of a checkpoint\n';

/** The commit that was HEAD, by the parents alone: before the first commit there is none, and the index comes first. */
export async function headAmong(engine: Pick<GitEngine, 'readObjects'>, parents: readonly Oid[]): Promise<Oid> {
  const [first = ''] = parents;
  if (parents.length !== 1) return first;
  const [object] = await engine.readObjects([first]);
  const isIndex = object?.type === 'commit' && parseCommit(object.bytes)?.message === INDEX_MESSAGE;
  return isIndex ? '' : first;
}
