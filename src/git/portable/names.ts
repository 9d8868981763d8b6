import type { Oid } from '../../core/checkpoint.ts';
import type { GitObject } from '../engine.ts';
import type { RefReader } from '../files/ref-reader.ts';
import type { Objects } from './objects.ts';

const isOid = /^[0-9a-f]{40}$/;

/** The object behind an oid or a full ref name, optionally with `^{tree}`. */
export function findNamed(objects: Objects, refs: RefReader, name: string): GitObject | undefined {
  const tree = /^(.*)\^\{tree\}$/s.exec(name)?.[1];
  if (tree !== undefined) return peelToTree(objects, objectOf(objects, refs, tree));
  return objectOf(objects, refs, name);
}

function objectOf(objects: Objects, refs: RefReader, name: string): GitObject | undefined {
  const oid = isOid.test(name) ? name : refs.resolve(name);
  return oid === undefined ? undefined : objects.find(oid);
}

/** The tree of what a name means, which must be there. */
export function treeNamed(objects: Objects, refs: RefReader, name: string): Oid {
  const tree = findNamed(objects, refs, `${name}^{tree}`);
  // Asking again says what is wrong with it.
  if (tree === undefined) objects.load(name, 'tree');
  return tree?.oid ?? name;
}

/** The tree of a commit, or of what a tag points at. */
export function peelToTree(objects: Objects, start: GitObject | undefined): GitObject | undefined {
  let object = start;
  while (object !== undefined && object.type !== 'tree') {
    const next: Oid | undefined = /^(?:tree|object) ([0-9a-f]{40})$/m.exec(head(object))?.[1];
    object = next === undefined || object.type === 'blob' ? undefined : objects.find(next);
  }
  return object;
}

function head(object: GitObject): string {
  return Buffer.from(object.bytes.buffer, object.bytes.byteOffset, Math.min(64, object.bytes.length)).toString(
    'latin1',
  );
}
