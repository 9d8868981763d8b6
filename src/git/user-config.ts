import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { chooseEngine } from './choose-engine.ts';
import type { GitEngine } from './engine.ts';
import { readUserEntries, writeConfig } from './native/config.ts';
import { gitEnv } from './native/run.ts';

/** git's configuration as it is anywhere: all of it but a repository's. */
export async function openUserConfig(world: World): Promise<Pick<GitEngine, 'configEntries' | 'writeConfig'>> {
  const native = (await chooseEngine(world)) === 'native';
  const { configEntries, write } = native ? withGit(world) : await withoutGit(world);
  return {
    configEntries,
    writeConfig: async (scope, key, values) => {
      if (scope === 'local') throw new Failure('fatal', `there is no repository to write ${key} to`);
      await write(key, values);
    },
  };
}

interface UserConfig {
  readonly configEntries: GitEngine['configEntries'];
  write(key: string, values: readonly string[]): Promise<void>;
}

function withGit(world: World): UserConfig {
  const options = { cwd: world.cwd, env: gitEnv(world) };
  return {
    configEntries: () => readUserEntries(options),
    write: (key, values) => writeConfig({ scope: 'global', key, values }, options),
  };
}

async function withoutGit({ env }: World): Promise<UserConfig> {
  const { readConfigEntries, normalKey } = await import('./files/config-reader.ts');
  const { userFileToWrite, writeConfigFile } = await import('./portable/config-write.ts');
  return {
    configEntries: async () => readConfigEntries(undefined, env),
    write: async (key, values) => writeConfigFile(userFileToWrite(env), normalKey(key), values),
  };
}
