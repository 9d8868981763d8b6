import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { diskPath, foldersAbove, lstatIfThere, obstacleFinder } from './disk-path.ts';
import { gitDirIn, hasHead, readCommonDir } from './nearby.ts';

/**
 * Finds the repository at a folder of a working tree without running anything. `refused`: parts of it lie elsewhere and do not know of
 * this folder, so that whoever wrote it could have us write there; or it is another worktree of a repository around it, which has
 * checkpoints of its own.
 */
export function locateNested(outer: RepositoryPaths, path: string): RepositoryPaths | 'absent' | 'refused' {
  const folder = diskPath(outer.root, path);
  // The path may come from a note of somebody else's.
  if (path.split('/').some((name) => ['', '.', '..', '.git'].includes(name.toLowerCase()))) return 'refused';
  // A name that is not UTF-8 cannot be handed to git as its directory.
  if (typeof folder !== 'string' || obstacleFinder(outer.root)(path) !== undefined) return 'refused';
  const dotGit = lstatIfThere(join(folder, '.git'));
  if (!lstatIfThere(folder)?.isDirectory() || dotGit === undefined) return 'absent';
  if (!dotGit.isDirectory() && !dotGit.isFile()) return 'refused';
  const gitDir = gitDirIn(folder);
  if (gitDir === undefined || !existsSync(gitDir) || !hasHead(gitDir) || !isReadable(gitDir)) return 'refused';
  const commonDir = readCommonDir(gitDir);
  const place = { root: folder, gitDir, commonDir, prefix: below(outer.prefix, path) };
  const isSound =
    isOfThisFolder(place, dotGit.isFile()) &&
    isReadable(commonDir) &&
    !hasLinks(place) &&
    !isShared(outer, path, commonDir);
  return isSound ? place : 'refused';
}

/** Files that are read in process or by git as soon as it starts there; a pipe among them would have us wait for ever. */
const READ = ['HEAD', 'commondir', 'gitdir', 'index', 'config', 'config.worktree', 'packed-refs', 'shallow'];

function isReadable(directory: string): boolean {
  return READ.every((name) => statSync(join(directory, name), { throwIfNoEntry: false })?.isFile() !== false);
}

function below(prefix: string, path: string): string {
  return prefix.startsWith(`${path}/`) ? prefix.slice(path.length + 1) : '';
}

/** A folder named `.git` holds everything itself. A file leads to a linked worktree that names it, or to a submodule (see its settings). */
function isOfThisFolder({ root, gitDir, commonDir }: RepositoryPaths, isFile: boolean): boolean {
  if (!existsSync(join(commonDir, 'objects')) || !existsSync(join(commonDir, 'refs'))) return false;
  if (gitDir === commonDir) return true;
  if (!isFile || !isSame(dirname(gitDir), join(commonDir, 'worktrees'))) return false;
  const back = readFileSync(join(gitDir, 'gitdir'), 'utf8').trim();
  return isSame(join(gitDir, dirname(back)), root) || isSame(dirname(back), root);
}

/** Whether two paths are the same place, both there. */
export function isSame(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
}

/** What we, or a git of ours, write through. */
const WRITTEN = ['objects', 'refs', 'refs/checkpoint-meta', 'refs/checkpoint-meta/nested', 'logs', 'packed-refs'];

function hasLinks({ commonDir, gitDir }: RepositoryPaths): boolean {
  const parts = [...WRITTEN, 'logs/refs', 'logs/refs/checkpoint-meta'].map((name) => join(commonDir, name));
  if ([...parts, join(gitDir, 'index')].some(isLink)) return true;
  return readdirSync(join(commonDir, 'objects'), { withFileTypes: true }).some((entry) => entry.isSymbolicLink());
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isShared(outer: RepositoryPaths, path: string, commonDir: string): boolean {
  const around = foldersAbove(path).flatMap((folder) => gitDirIn(join(outer.root, folder)) ?? []);
  return [outer.commonDir, ...around.map(readCommonDir)].some((other) => isSame(other, commonDir));
}
