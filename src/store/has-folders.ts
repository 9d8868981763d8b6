import type { Oid } from '../core/checkpoint.ts';
import { pathToBytes } from '../core/path-text.ts';
import type { GitEngine } from '../git/engine.ts';
import { DIRECTORY, parseTree } from '../git/tree-bytes.ts';

/** Names, as bytes in latin1, and what is asked for below each. */
type Names = Map<string, Names>;

interface Asked {
  readonly tree: Oid;
  readonly below: Names;
}

/** Whether a tree and these folders of it are there. Reads the trees on the way; the last ones are only looked for. */
export async function hasFolders(engine: GitEngine, tree: Oid, folders: readonly string[]): Promise<boolean> {
  const length = engine.objectFormat === 'sha1' ? 40 : 64;
  let open: Asked[] = [{ tree, below: nested(folders) }];
  while (open.length > 0) {
    if ((await engine.missingObjects(open.map((asked) => asked.tree))).length > 0) return false;
    const inner = open.filter(({ below }) => below.size > 0);
    const objects = await engine.readObjects(inner.map((asked) => asked.tree));
    open = [];
    for (const [at, { below }] of inner.entries()) {
      const entries = objects[at]?.type === 'tree' ? parseTree(objects[at].bytes, length) : [];
      const inside = entries.filter(({ mode, name }) => mode === DIRECTORY && below.has(name));
      if (inside.length < below.size) return false;
      open.push(...inside.map(({ name, oid }) => ({ tree: oid, below: below.get(name) ?? new Map() })));
    }
  }
  return true;
}

function nested(folders: readonly string[]): Names {
  const top: Names = new Map();
  for (const folder of folders) {
    let names = top;
    for (const name of Buffer.from(pathToBytes(folder)).toString('latin1').split('/')) {
      const below: Names = names.get(name) ?? new Map();
      names.set(name, below);
      names = below;
    }
  }
  return top;
}
