import { gitKey, repositoryKey } from '../config/git-entries.ts';
import { settingNamed } from '../config/settings.ts';
import type { Config } from '../core/config.ts';
import { Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { GitEngine } from '../git/engine.ts';

/** Where git's configuration is written; without a place there is no repository. */
export interface ConfigWriter extends Pick<GitEngine, 'writeConfig'> {
  readonly place?: RepositoryPaths;
}

/**
 * Writes or, without values, removes a setting in git's configuration. One that decides about trust goes to the user's configuration
 * also when it is for this repository alone: a repository's own configuration may come from somebody else.
 */
export async function writeSetting(
  engine: ConfigWriter,
  name: keyof Config,
  written: { readonly scope: 'local' | 'global'; readonly values: readonly string[] },
): Promise<void> {
  const { scope, values } = written;
  const setting = settingNamed(name);
  if (scope === 'global' || !setting.ofUser) return engine.writeConfig(scope, gitKey(setting), values);
  if (setting.name === 'engine')
    throw new Failure('usage', 'the engine is chosen for all repositories of a user', {
      hint: 'Run `git checkpoint config set --global engine …`.',
    });
  if (engine.place === undefined) throw new Failure('fatal', `there is no repository to set ${gitKey(setting)} for`);
  await engine.writeConfig('global', repositoryKey(setting, engine.place), values);
}
