import type { Oid } from '../core/checkpoint.ts';
import { pathToBytes } from '../core/path-text.ts';
import type { GitEngine } from '../git/engine.ts';
import { DIRECTORY, parseTree } from '../git/tree-bytes.ts';

/** Names of folders, as bytes in latin1, and what is asked for below each. */
type Names = Map<string, Names>;

interface Asked {
  readonly tree: Oid;
  readonly below: Names;
}

/** Whether a tree and those in it that lead to these paths are there. Reads the trees on the way; the last ones are only looked for. */
export async function hasTrees(engine: GitEngine, tree: Oid, paths: readonly string[]): Promise<boolean> {
  const length = engine.objectFormat === 'sha1' ? 40 : 64;
  let open: Asked[] = [{ tree, below: foldersOf(paths) }];
  while (open.length > 0) {
    if ((await engine.missingObjects(open.map((asked) => asked.tree))).length > 0) return false;
    const inner = open.filter(({ below }) => below.size > 0);
    const objects = await engine.readObjects(inner.map((asked) => asked.tree));
    if (objects.some((object) => object?.type !== 'tree')) return false;
    // A folder whose last file was deleted is not in the tree any more.
    open = inner.flatMap(({ below }, at) =>
      parseTree(objects[at]?.bytes ?? new Uint8Array(), length).flatMap(({ mode, name, oid }) => {
        const inside = mode === DIRECTORY ? below.get(name) : undefined;
        return inside === undefined ? [] : [{ tree: oid, below: inside }];
      }),
    );
  }
  return true;
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
