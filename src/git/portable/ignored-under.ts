import type { Oid } from '../../core/checkpoint.ts';
import { type BytePath, bytePathOf, folderOf, textOf } from './byte-path.ts';
import { type FolderRules, IgnoreRules } from './ignore-rules.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { listTree } from './tree-walk.ts';

/** Which paths the rules of a tree, with the user's own, ignore (see the contract). */
export function ignoredUnder(parts: RepositoryParts, tree: Oid, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const files = listTree(parts.objects, tree).filter(
    ({ path, mode }) => /(^|\/)\.gitignore$/.test(path) && mode.startsWith('100'),
  );
  const texts = new Map(files.map(({ path, oid }) => [bytePathOf(path), oid]));
  const ignore = new IgnoreRules(parts.place, parts.config, {
    env: parts.world.env,
    read: (path) => {
      const oid = texts.get(path);
      return oid === undefined ? undefined : parts.objects.load(oid, 'blob').toString('latin1');
    },
  });
  return paths
    .map(bytePathOf)
    .filter((path) => isIgnored(ignore, path))
    .map(textOf);
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
