import type { Oid } from '../../core/checkpoint.ts';
import type { TreeChange } from '../../core/tree-change.ts';
import type { DiffOptions } from '../engine.ts';
import { countEdits } from '../line-diff.ts';
import { type ContentSource, contentsOf } from './file-content.ts';
import { findRenames } from './renames.ts';
import { changedFiles, describeChange, pathFilter, type RawChange } from './tree-walk.ts';

/** What differs between two trees, renames found and narrowed to paths as asked. */
export function rawChanges(source: ContentSource, trees: { from: Oid; to: Oid }, options: DiffOptions): RawChange[] {
  const keep = pathFilter(options.paths);
  const changes = changedFiles(source.objects, trees.from, trees.to).filter(({ path }) => keep(path, false));
  return options.renames ? findRenames(source, changes) : changes;
}

export function diffTrees(source: ContentSource, trees: { from: Oid; to: Oid }, options: DiffOptions): TreeChange[] {
  return rawChanges(source, trees, options).map((change) =>
    options.counts === false ? describeChange(change) : countedChange(source, change),
  );
}

/** A change with its line counts. */
export function countedChange(source: ContentSource, change: RawChange): TreeChange {
  const told = describeChange(change);
  const contents = contentsOf(source, change);
  if (contents.binary) return { ...told, added: 0, removed: 0, binary: true };
  return { ...told, ...countEdits(contents.old, contents.new), binary: false };
}
