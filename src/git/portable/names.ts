import type { Oid } from '../../core/checkpoint.ts';
import type { GitObject } from '../engine.ts';
import type { RefReader } from '../files/ref-reader.ts';
import type { Objects } from './objects.ts';

const isOid = /^[0-9a-f]{40}$/;

/** What oids, full ref names and prefixes such as `refs/tags/` mean; a ref that is not there is left out. */
export function oidsNamed(refs: RefReader, names: readonly string[]): Oid[] {
  return names.flatMap((name) => {
    if (name.endsWith('/')) return refs.list(name).map(({ oid }) => oid);
    return (isOid.test(name) ? name : refs.resolve(name)) ?? [];
  });
}

/** The object behind an oid or a full ref name, optionally with `^{tree}`. */
export async function findNamed(objects: Objects, refs: RefReader, name: string): Promise<GitObject | undefined> {
  const [, base = name, peel] = /^(.*?)(\^\{tree\})?$/s.exec(name) ?? [];
  const [oid] = oidsNamed(refs, [base]);
  const found = oid === undefined ? undefined : await objects.find(oid);
  return peel === undefined ? found : peelToTree(objects, found);
}

/** The tree of what a name means, which must be there. */
export async function treeNamed(objects: Objects, refs: RefReader, name: string): Promise<Oid> {
  const tree = await findNamed(objects, refs, `${name}^{tree}`);
  // Asking again says what is wrong with it.
  if (tree === undefined) await objects.load(name, 'tree');
  return tree?.oid ?? name;
}

/** The tree of a commit, or of what a tag points at. */
async function peelToTree(objects: Objects, start: GitObject | undefined): Promise<GitObject | undefined> {
  let object = start;
  while (object !== undefined && object.type !== 'tree') {
    const head = Buffer.from(object.bytes.subarray(0, 64)).toString('latin1');
    const next: Oid | undefined = /^(?:tree|object) ([0-9a-f]{40})$/m.exec(head)?.[1];
    object = next === undefined || object.type === 'blob' ? undefined : await objects.find(next);
  }
  return object;
}
