import type { Oid } from '../core/checkpoint.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { readTrees } from '../git/read-trees.ts';
import { DIRECTORY, type RawEntry } from '../git/tree-bytes.ts';
import { headAmong } from './index-commit.ts';

/** Two trees at the same path: the one in question, and the one below it that git has anyway. */
interface Pair {
  readonly tree: Oid;
  readonly base?: Oid | undefined;
}

/** Whether a commit and everything that it adds to its first parent are there. Reads only the trees that differ. */
export async function isWholeCommit(engine: GitEngine, commit: Oid): Promise<boolean> {
  const [object] = await engine.readObjects([commit]);
  const facts = object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
  if (facts === undefined) return false;
  const head = await headAmong(engine, facts.parents);
  const parents = await engine.readObjects(facts.parents.map((parent) => `${parent}^{tree}`));
  const trees = parents.map((tree) => tree?.oid).filter((tree) => tree !== undefined);
  if (trees.length < facts.parents.length) return false;
  const base = head === '' ? undefined : trees[0];
  const index = head === '' ? trees : trees.slice(1);
  return hasAll(
    engine,
    [facts.tree, ...index].map((tree) => ({ tree, base })),
  );
}

async function hasAll(engine: GitEngine, pairs: readonly Pair[]): Promise<boolean> {
  const blobs = new Set<Oid>();
  let open = pairs.filter(({ tree, base }) => tree !== base);
  while (open.length > 0) {
    const oids = open.flatMap(({ tree, base }) => (base === undefined ? [tree] : [tree, base]));
    const trees = await readTrees(engine, [...new Set(oids)]);
    if (open.some(({ tree }) => !trees.has(tree))) return false;
    open = open.flatMap(({ tree, base }) => {
      const known = base === undefined ? undefined : trees.get(base);
      const added = [...(trees.get(tree)?.values() ?? [])].filter(({ name, oid }) => known?.get(name)?.oid !== oid);
      for (const { mode, oid } of added) if (mode !== DIRECTORY && mode !== SUBMODULE) blobs.add(oid);
      return added.filter(({ mode }) => mode === DIRECTORY).map((entry) => below(entry, known));
    });
  }
  return (await engine.missingObjects([...blobs])).length === 0;
}

function below({ name, oid }: RawEntry, known: ReadonlyMap<string, RawEntry> | undefined): Pair {
  const before = known?.get(name);
  return { tree: oid, base: before?.mode === DIRECTORY ? before.oid : undefined };
}
