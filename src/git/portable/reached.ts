import type { Oid } from '../../core/checkpoint.ts';
import { SUBMODULE } from '../../core/tree-change.ts';
import type { ReachedObject } from '../engine.ts';
import { type BytePath, below, textOf } from '../files/byte-path.ts';
import { DIRECTORY } from '../tree-bytes.ts';
import { History } from './history.ts';
import { oidsNamed } from './names.ts';
import type { Objects } from './objects.ts';
import type { RepositoryParts } from './repository-parts.ts';

/** How many of the known tips are looked into; what the others have in common with the new ones is sent again at worst. */
const MAX_TIPS = 64;

/** Objects that some names reach and the known ones do not (see the contract). */
export async function reachedBeyond(
  { place, objects, refs }: RepositoryParts,
  names: readonly string[],
  known: readonly string[],
): Promise<ReachedObject[]> {
  const have = await sorted(objects, oidsNamed(refs, known));
  const want = await sorted(objects, oidsNamed(refs, names));
  const history = new History(objects, place);
  const { theirs } = await history.split(have.commits, want.commits);
  const inside = new Set(theirs.map(({ oid }) => oid));
  const border = theirs.flatMap(({ parents }) => parents.filter((one) => !inside.has(one) && objects.has(one)));
  const seen = new Set(have.others);
  for (const oid of new Set([...border, ...have.commits.slice(-MAX_TIPS)])) {
    const { tree } = await history.commit(oid);
    if (objects.has(tree)) await collect(objects, { tree, path: '' }, seen);
  }
  const found = [...inside, ...want.others.filter((oid) => !seen.has(oid))].map((oid) => ({ oid, path: '' }));
  for (const { tree } of theirs) found.push(...(await collect(objects, { tree, path: '' }, seen)));
  return found;
}

/** Bytes of the contents that some names reach and the known ones do not (see the contract). */
export async function bytesBeyond(
  parts: RepositoryParts,
  names: readonly string[],
  known: readonly string[],
): Promise<number> {
  let bytes = 0;
  for (const { oid } of await reachedBeyond(parts, names, known))
    bytes += (await parts.objects.find(oid))?.bytes.length ?? 0;
  return bytes;
}

/** Which of some objects are commits, and which are anything else. One that is missing is neither. */
async function sorted(objects: Objects, oids: readonly Oid[]): Promise<{ commits: Oid[]; others: Oid[] }> {
  const kinds: { commits: Oid[]; others: Oid[] } = { commits: [], others: [] };
  for (const oid of new Set(oids)) {
    const found = await objects.find(oid);
    if (found !== undefined) kinds[found.type === 'commit' ? 'commits' : 'others'].push(oid);
  }
  return kinds;
}

/** The objects of a tree that were not seen yet. */
async function collect(
  objects: Objects,
  { tree, path }: { readonly tree: Oid; readonly path: BytePath },
  seen: Set<Oid>,
): Promise<ReachedObject[]> {
  if (seen.has(tree)) return [];
  seen.add(tree);
  const found: ReachedObject[] = [{ oid: tree, path: textOf(path) }];
  for (const { name, mode, oid } of await objects.tree(tree)) {
    const inner = below(path, name);
    if (mode === DIRECTORY) found.push(...(await collect(objects, { tree: oid, path: inner }, seen)));
    else if (mode !== SUBMODULE && !seen.has(oid)) {
      seen.add(oid);
      found.push({ oid, path: textOf(inner) });
    }
  }
  return found;
}
