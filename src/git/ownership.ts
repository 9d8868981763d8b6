import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { UntrustedRepository } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';

/**
 * Refuses a repository that git refuses: one of another user, unless the user's own configuration names it in `safe.directory`. Both
 * engines, and everything that reads or writes below `.git`, come after this. As in git, GIT_DIR in the environment is the user's word.
 */
export async function refuseForeignRepository(
  place: RepositoryPaths,
  { env }: Pick<World, 'env'>,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (env['GIT_DIR'] !== undefined) return;
  const { root } = place;
  const user = platform === 'win32' ? undefined : process.geteuid?.();
  if (user === undefined ? !(await isRefusedByGit(place, env)) : isOwned(place, env, user)) return;
  const { isSafeDirectory } = await import('./safe-directory.ts');
  if (isSafeDirectory(root, env)) return;
  throw new UntrustedRepository(`detected dubious ownership in repository at '${root}'`, {
    hint: `It belongs to another user. If you trust them: \`git config --global --add safe.directory '${root}'\``,
  });
}

/** Windows has no user numbers: there git is asked, where there is one. */
async function isRefusedByGit({ root }: RepositoryPaths, env: World['env']): Promise<boolean> {
  const { gitEnv, tryGit } = await import('./native/run.ts');
  try {
    const asked = await tryGit(['rev-parse', '--git-dir'], { cwd: root, env: gitEnv({ env }), mayStandInBare: true });
    return asked.code !== 0 && asked.stderr.includes('dubious ownership');
  } catch {
    // The portable engine works where no git can be started.
    return false;
  }
}

/** The worktree, the `.git` in it and what that leads to. */
function isOwned({ root, gitDir }: RepositoryPaths, env: World['env'], user: number): boolean {
  const mayOwn = (owner: number) => owner === user || (user === 0 && String(owner) === env['SUDO_UID']);
  const found = [root, join(root, '.git'), gitDir].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  return found.every((stats) => stats === undefined || mayOwn(stats.uid));
}
