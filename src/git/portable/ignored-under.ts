import type { Oid } from '../../core/checkpoint.ts';
import { type BytePath, bytePathOf, folderOf, textOf } from '../files/byte-path.ts';
import { type FolderRules, IgnoreRules } from '../files/ignore-rules.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { filesOf, textsNamed } from './tree-files.ts';

/** Which paths the rules of a tree, with the user's own, ignore (see the contract). */
export async function ignoredUnder(parts: RepositoryParts, tree: Oid, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { place, config, world, objects } = parts;
  const texts = await textsNamed(objects, await filesOf(objects, tree), '.gitignore');
  const ignore = new IgnoreRules(place, config, { env: world.env, read: (path) => texts.get(path) });
  const ignored = paths.map(bytePathOf).filter((path) => isIgnored(ignore, path));
  return ignored.map(textOf);
}

/** A file is ignored by itself or with any folder above it; below an ignored folder no rule brings it back. */
function isIgnored(ignore: IgnoreRules, path: BytePath): boolean {
  const isFolder = path.endsWith('/');
  const whole = isFolder ? path.slice(0, -1) : path;
  const outer = rulesAbove(ignore, folderOf(whole));
  return outer === 'ignored' || ignore.ignores(outer, whole, isFolder);
}

function rulesAbove(ignore: IgnoreRules, folder: BytePath): FolderRules | 'ignored' {
  if (folder === '') return ignore.enter('', ignore.top, true);
  const outer = rulesAbove(ignore, folderOf(folder));
  if (outer === 'ignored' || ignore.ignores(outer, folder, true)) return 'ignored';
  return ignore.enter(folder, outer, true);
}
