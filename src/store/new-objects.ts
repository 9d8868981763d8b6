import type { Oid } from '../core/checkpoint.ts';
import { pathToBytes } from '../core/path-text.ts';
import type { GitEngine } from '../git/engine.ts';
import { DIRECTORY, parseTree } from '../git/tree-bytes.ts';
import { SnapshotLost } from './confirm-saved.ts';

/** What a snapshot may have written: the trees above its changed paths, and its blobs. */
interface NewObjects {
  readonly tree: Oid;
  readonly paths: readonly string[];
  readonly blobs: readonly Oid[];
}

/**
 * The trees of a snapshot above these paths, there or gone. Reading them is the proof that they are there: one that a gc took ends
 * in `SnapshotLost`.
 */
async function treesAbove(engine: GitEngine, { tree, paths }: NewObjects): Promise<Oid[]> {
  const length = engine.objectFormat === 'sha1' ? 40 : 64;
  const names = paths.map((path) => Buffer.from(pathToBytes(path)).toString('latin1').split('/').slice(0, -1));
  const found: Oid[] = [];
  let level = [{ oid: tree, below: names }];
  while (level.length > 0) {
    const objects = await engine.readObjects(level.map(({ oid }) => oid));
    found.push(...level.map(({ oid }) => oid));
    level = level.flatMap(({ below }, at) => {
      const object = objects[at];
      if (object?.type !== 'tree') throw new SnapshotLost();
      const wanted = byFirst(below);
      // A folder whose last file was deleted is not in the tree any more.
      const inside = wanted.size === 0 ? [] : parseTree(object.bytes, length);
      return inside.flatMap(({ mode, name, oid }) => {
        const rest = mode === DIRECTORY ? wanted.get(name) : undefined;
        return rest === undefined ? [] : [{ oid, below: rest }];
      });
    });
  }
  return found;
}

function byFirst(paths: readonly (readonly string[])[]): Map<string, string[][]> {
  const folders = new Map<string, string[][]>();
  for (const [first, ...rest] of paths) {
    if (first === undefined) continue;
    const inside = folders.get(first) ?? [];
    inside.push(rest);
    folders.set(first, inside);
  }
  return folders;
}

const AT_ONCE = 64;

/**
 * Copies what a snapshot needs into the shelter. git does not write what lies anywhere already, and a loose object that no ref
 * reaches lies where a gc takes it.
 */
export async function bringIn(engine: GitEngine, snapshot: NewObjects): Promise<void> {
  const oids = [...(await treesAbove(engine, snapshot)), ...snapshot.blobs];
  for (let at = 0; at < oids.length; at += AT_ONCE) {
    for (const object of await engine.readObjects(oids.slice(at, at + AT_ONCE))) {
      if (object === undefined) throw new SnapshotLost();
      await engine.writeObject(object.type, object.bytes);
    }
  }
}
