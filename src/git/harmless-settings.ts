import { join, resolve } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { lstatIfThere } from './disk-path.ts';
import { parseConfig, type Setting } from './files/config-parse.ts';
import { isTrue } from './files/config-values.ts';
import { readIfThere } from './files/read-if-there.ts';
import { isSame } from './locate-nested.ts';

/**
 * Settings of a repository's own by which a program would run while its files are read or written: filters; what filters of the user's,
 * such as git-lfs, obey in their turn; and the fetching of objects that a partial clone lacks. Files that it includes may say anything.
 */
const runsPrograms =
  /^(?:include(?:if)?\.|filter\.|credential\.|core\.(?:sshcommand|gitproxy|askpass)$|remote\..*\.(?:uploadpack|receivepack|vcs|promisor|partialclonefilter)$|extensions\.partialclone$|lfs\.(?:.*\.)?(?:customtransfer|extension|standalonetransferagent))/i;

/** Whether the own settings of a repository run no program and lead to no other working tree. */
export function isHarmless({ root, gitDir, commonDir }: RepositoryPaths): boolean {
  const common = settingsIn(join(commonDir, 'config'));
  const last = (settings: readonly Setting[], name: string) => settings.findLast(({ key }) => key === name)?.value;
  const perWorktree = isTrue(last(common, 'extensions.worktreeconfig') ?? 'false');
  const own = perWorktree ? settingsIn(join(gitDir, 'config.worktree')) : [];
  if ([...common, ...own].some(({ key }) => runsPrograms.test(key))) return false;
  // Of a linked worktree, git takes these from its own file alone.
  const counting = gitDir === commonDir ? [...common, ...own] : own;
  if (isTrue(last(counting, 'core.bare') ?? 'false')) return false;
  const worktree = last(counting, 'core.worktree');
  if (worktree !== undefined) return isSame(resolve(gitDir, worktree), root);
  // Without it, a file named `.git` could lead into any repository.
  return gitDir !== commonDir || lstatIfThere(join(root, '.git'))?.isDirectory() === true;
}

function settingsIn(path: string): Setting[] {
  return parseConfig(readIfThere(path)?.toString() ?? '', path);
}
