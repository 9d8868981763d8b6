import { gitKey } from '../config/git-entries.ts';
import { mergeConfig, readConfig } from '../config/merge.ts';
import { parseValue } from '../config/parse-value.ts';
import { type Setting, settings } from '../config/settings.ts';
import { writeConfigFile } from '../config/write-file.ts';
import type { Config, Origin } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { editSteps } from '../core/edit-steps.ts';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import type { GitEngine } from '../git/engine.ts';
import { openUserConfig } from '../git/user-config.ts';
import type { Repository } from '../open/repository.ts';
import { type ConfigWriter, writeSetting } from '../open/write-setting.ts';

export interface ShownSetting {
  /** As in the settings file, such as `hooks.auto_resume_on_start`. */
  readonly key: string;
  readonly gitKey: string;
  readonly value: Config[keyof Config];
  readonly origin: Origin;
  readonly about: string;
  /** Only the user's own files and environment may set it. */
  readonly ofUser: boolean;
  /** Where the repository's configuration sets it all the same, which counts for nothing. */
  readonly refused?: string;
}

/** Where settings are read and written: a repository, or what the user has without one. */
export interface SettingsPlace extends Pick<Repository, 'world' | 'settings'> {
  readonly engine: Pick<GitEngine, 'configEntries'> & ConfigWriter;
}

/** The user's settings as they are outside of every repository. */
export async function openUserSettings(world: World): Promise<SettingsPlace> {
  const engine = await openUserConfig(world);
  return {
    engine,
    world,
    // Read where it is asked for: who takes a wrong setting out does not ask.
    get settings() {
      return engine.configEntries().then((entries) => readConfig({ entries }, world));
    },
  };
}

/** What is wrong with the settings in an environment: of an agent, say, whose shell is another one. */
export function problemsOfEnvironment(env: World['env']): readonly Failure[] {
  const nothing = { path: '', values: new Map() };
  return mergeConfig(nothing, { entries: [] }, env).problems.map(({ failure }) => failure);
}

/** Every setting that there is, in the order of the documents. */
export function settingsTable(): readonly Setting[] {
  return settings;
}

/** All settings with value and origin. */
export async function listSettings(place: Pick<SettingsPlace, 'settings'>): Promise<ShownSetting[]> {
  const { config, origins, refused } = await place.settings;
  return settings.map((setting) =>
    defined({
      key: setting.file,
      gitKey: gitKey(setting),
      value: config[setting.name],
      origin: origins.get(setting.name) ?? { layer: 'default', place: '' },
      about: setting.about,
      ofUser: setting.ofUser,
      refused: refused.find(({ key }) => key === gitKey(setting).toLowerCase())?.origin.replace(/^file:/, ''),
    }),
  );
}

export async function readSetting(place: Pick<SettingsPlace, 'settings'>, key: string): Promise<ShownSetting> {
  const wanted = findSetting(key);
  const wrong = (await place.settings).problems.find(({ setting }) => setting === wanted.name);
  if (wrong !== undefined) throw wrong.failure;
  const shown = (await listSettings(place)).find((setting) => setting.key === wanted.file);
  if (shown === undefined) throw new Failure('fatal', `unknown setting '${key}'`);
  return shown;
}

interface SettingTarget {
  readonly key: string;
  /** The repository's git configuration, the user's, or the user's settings file. */
  readonly scope: 'local' | 'global' | 'file';
}

/** Checks a value and writes it. */
export async function setSetting(
  place: SettingsPlace,
  target: SettingTarget & { readonly values: readonly string[] },
): Promise<void> {
  const setting = findSetting(target.key);
  const many = setting.form.kind === 'texts';
  if (target.values.length === 0 || (!many && target.values.length > 1)) {
    throw new Failure('usage', `config set ${target.key} needs ${many ? 'values' : 'one value'}`);
  }
  const value = parseValue(setting.form, many ? target.values : target.values[0], setting.file);
  if (target.scope === 'file') await writeConfigFile(place.world, { key: setting.file, value: asWritten(value) });
  else await writeSetting(place.engine, setting.name, { scope: target.scope, values: target.values });
}

/** A switch is a text for `prompt` alone; true and false read better as what they are. */
function asWritten(value: ReturnType<typeof parseValue>): unknown {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

export async function unsetSetting(place: SettingsPlace, target: SettingTarget): Promise<void> {
  const setting = findSetting(target.key);
  if (target.scope === 'file') await writeConfigFile(place.world, { key: setting.file });
  else await writeSetting(place.engine, setting.name, { scope: target.scope, values: [] });
}

/** So much of a word may be wrong. */
const MAX_MISTYPED = 0.3;

/** A setting by any of its names: `hooks.save_each_turn`, `save_each_turn`, `checkpoint.saveEachTurn`, `saveEachTurn`, or a variable's. */
export function findSetting(key: string): Setting {
  const wanted = key.toLowerCase();
  const found = settings.find(({ file, git, env }) =>
    [file, file.split('.').at(-1), `checkpoint.${git}`, git, ...env].some((name) => name?.toLowerCase() === wanted),
  );
  if (found !== undefined) return found;
  const near = nearest(wanted);
  throw new Failure('usage', `unknown setting '${key}'`, {
    hint: near === undefined ? 'Run `git checkpoint config` to list them.' : `Did you mean '${near}'?`,
  });
}

/** The setting that a mistyped word is nearest to, if it is near to any. */
function nearest(wanted: string): string | undefined {
  const [best] = settings
    .flatMap(({ file, git }) =>
      [file, file.split('.').at(-1) ?? file, `checkpoint.${git}`, git].map((name) => ({
        file,
        steps: editSteps(wanted, name.toLowerCase()) / Math.max(wanted.length, name.length),
      })),
    )
    .sort((one, other) => one.steps - other.steps);
  return best !== undefined && best.steps <= MAX_MISTYPED ? best.file : undefined;
}
