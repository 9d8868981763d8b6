import type { Oid } from '../core/checkpoint.ts';
import { pathToBytes } from '../core/path-text.ts';
import type { GitEngine } from '../git/engine.ts';
import { DIRECTORY, parseTree } from '../git/tree-bytes.ts';

/** What a snapshot brings beside HEAD. */
export interface SnapshotParts {
  readonly tree: Oid;
  readonly indexTree?: Oid;
  /** Blobs that the snapshot brought, all paths that it changed or took away, and those that are staged. */
  readonly blobs: readonly Oid[];
  readonly paths: readonly string[];
  readonly stagedPaths: readonly string[];
}

/** Objects that were looked at, and those of them that are not there or damaged. */
interface Looked {
  readonly objects: readonly Oid[];
  readonly lost: readonly Oid[];
}

/**
 * Looks at the objects of a snapshot: its blobs, and the trees on the way to them. What it shares with HEAD is not looked at. With
 * `since`, objects that were written after it are not read.
 */
export async function lookAtParts(engine: GitEngine, parts: SnapshotParts, since?: Date): Promise<Looked> {
  const { tree, indexTree, blobs, paths, stagedPaths } = parts;
  const files = await lookAtTrees(engine, { tree, paths }, since);
  const staged =
    indexTree === undefined ? [] : [await lookAtTrees(engine, { tree: indexTree, paths: stagedPaths }, since)];
  const lostBlobs = await engine.missingObjects(blobs, since);
  const looked = [{ objects: blobs, lost: lostBlobs }, files, ...staged];
  return { objects: looked.flatMap(({ objects }) => objects), lost: looked.flatMap(({ lost }) => lost) };
}

/** Names of folders, as bytes in latin1, and what is asked for below each. */
type Names = Map<string, Names>;

interface Asked {
  readonly tree: Oid;
  readonly below: Names;
}

/** Looks at a tree and at those in it that lead to these paths. */
export async function lookAtTrees(
  engine: GitEngine,
  asked: { readonly tree: Oid; readonly paths: readonly string[] },
  since?: Date,
): Promise<Looked> {
  const length = engine.objectFormat === 'sha1' ? 40 : 64;
  const lost: Oid[] = [];
  const objects: Oid[] = [];
  let open: Asked[] = [{ tree: asked.tree, below: foldersOf(asked.paths) }];
  while (open.length > 0) {
    const trees = open.map(({ tree }) => tree);
    const missing = new Set(await engine.missingObjects(trees, since));
    objects.push(...trees);
    lost.push(...missing);
    const inner = open.filter(({ tree, below }) => below.size > 0 && !missing.has(tree));
    const read = await engine.readObjects(inner.map(({ tree }) => tree));
    // A folder whose last file was deleted is not in the tree any more.
    open = inner.flatMap(({ tree, below }, at) => {
      const object = read[at];
      if (object?.type !== 'tree') {
        lost.push(tree);
        return [];
      }
      return parseTree(object.bytes, length).flatMap(({ mode, name, oid }) => {
        const inside = mode === DIRECTORY ? below.get(name) : undefined;
        return inside === undefined ? [] : [{ tree: oid, below: inside }];
      });
    });
  }
  return { objects, lost };
}

function foldersOf(paths: readonly string[]): Names {
  const top: Names = new Map();
  for (const path of paths) {
    let names = top;
    for (const name of Buffer.from(pathToBytes(path)).toString('latin1').split('/').slice(0, -1)) {
      const below: Names = names.get(name) ?? new Map();
      names.set(name, below);
      names = below;
    }
  }
  return top;
}
