import { existsSync, writeFileSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import { compareBytes, onDisk, textOf } from '../files/byte-path.ts';
import { type IndexEntry, readIndex } from '../files/index-file.ts';
import { freshEntry, renderIndex } from '../files/index-write.ts';
import { replaceIndex } from '../replace-index.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { filesOf } from './tree-files.ts';

/** Paths that git was told not to look at (see the contract). */
export function unwatchedPaths({ place, config }: RepositoryParts): string[] {
  const sparse = config.flag('core.sparsecheckout', false);
  // In a sparse checkout a file that is there after all is watched again.
  const hidden = ({ path, skipWorktree }: IndexEntry) =>
    skipWorktree && !(sparse && existsSync(onDisk(place.root, path)));
  const { entries } = readIndex(place);
  return entries.filter((entry) => entry.assumeValid || hidden(entry)).map(({ path }) => textOf(path));
}

/** Makes the user's index hold a tree, keeping what it knows of files that stay (see the contract). */
export function writeIndex({ place, objects }: RepositoryParts, tree: Oid): Promise<void> {
  return replaceIndex(place, async (built) => {
    const now = readIndex(place);
    // A file may have changed after git read it without its times telling. git sees that by the time of the index, which is another one
    // now: it must be told to look into the file.
    const isRacy = ({ stat }: IndexEntry) => stat.mtimeSeconds >= Math.floor(now.mtimeMs / 1000);
    const known = new Map(now.entries.filter(({ stage }) => stage === 0).map((entry) => [entry.path, entry]));
    const entries = (await filesOf(objects, tree)).map(({ path: name, mode, oid }) => {
      const before = known.get(name);
      if (before?.oid === oid && before.mode === mode && !before.intentToAdd)
        return isRacy(before) ? { ...before, stat: freshEntry(name, mode, oid).stat } : before;
      return { ...freshEntry(name, mode, oid), skipWorktree: before?.skipWorktree ?? false };
    });
    entries.sort((one, other) => compareBytes(one.path, other.path));
    writeFileSync(built, renderIndex(entries));
  });
}
