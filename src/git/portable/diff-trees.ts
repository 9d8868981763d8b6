import type { Oid } from '../../core/checkpoint.ts';
import { SUBMODULE, type TreeChange } from '../../core/tree-change.ts';
import { compareTrees, findRenames } from '../compare-trees.ts';
import { type Leaf, leavesOf } from '../edit-tree.ts';
import type { DiffOptions } from '../engine.ts';
import type { Attributes } from '../files/attributes.ts';
import { bytePathOf } from '../files/byte-path.ts';
import { countEdits, isBinary } from '../line-diff.ts';
import type { Objects } from './objects.ts';
import { pathFilter } from './tree-files.ts';

export interface ContentSource {
  readonly objects: Objects;
  readonly attributes: Pick<Attributes, 'of'>;
}

export interface Trees {
  readonly from: Oid;
  readonly to: Oid;
}

export async function diffTrees(source: ContentSource, trees: Trees, options: DiffOptions): Promise<TreeChange[]> {
  const keep = pathFilter(options.paths);
  const all = await compareTrees(source.objects.trees, trees.from, trees.to);
  const kept = all.filter(({ path }) => keep(bytePathOf(path), false));
  const changes = options.renames ? findRenames(kept) : kept;
  return options.counts === false ? changes : Promise.all(changes.map((change) => withCounts(source, change)));
}

async function withCounts(source: ContentSource, change: TreeChange): Promise<TreeChange> {
  const contents = await contentsOf(source, change);
  if (contents === 'binary') return { ...change, added: 0, removed: 0, binary: true };
  return { ...change, ...countEdits(contents.old, contents.new), binary: false };
}

/** Both sides of a change, unless git would not show one of them line by line. */
export async function contentsOf(
  source: ContentSource,
  change: TreeChange,
): Promise<{ readonly old: Buffer; readonly new: Buffer } | 'binary'> {
  const [old, now] = leavesOf(change);
  const [before, after] = [await bytesOf(source.objects, old), await bytesOf(source.objects, now)];
  const isText = async (path: string, leaf: Leaf | undefined, bytes: Buffer) => {
    const { diff } = leaf?.mode.startsWith('100') ? await source.attributes.of(bytePathOf(path)) : { diff: undefined };
    // A value names a driver, which leaves it to the content.
    return typeof diff === 'boolean' ? diff : !isBinary(bytes);
  };
  if (!(await isText(change.from ?? change.path, old, before))) return 'binary';
  return (await isText(change.path, now, after)) ? { old: before, new: after } : 'binary';
}

/** A submodule's content is the sentence that git shows. */
async function bytesOf(objects: Objects, leaf: Leaf | undefined): Promise<Buffer> {
  if (leaf === undefined) return Buffer.alloc(0);
  return leaf.mode === SUBMODULE ? Buffer.from(`Subproject commit ${leaf.oid}\n`) : objects.load(leaf.oid, 'blob');
}
