import { type Config, isManual, type Origin } from '../core/config.ts';
import { Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import type { ConfigEntry } from '../git/engine.ts';
import { entriesFor, refusedEntries } from './git-entries.ts';
import { olderChoice, parseValue } from './parse-value.ts';
import { type ConfigFile, readConfigFile } from './read-file.ts';
import { type Setting, settings } from './settings.ts';

/** All settings and where each came from. */
export interface MergedConfig {
  readonly config: Config;
  readonly origins: ReadonlyMap<keyof Config, Origin>;
  /** What the repository's configuration says and has no say in. */
  readonly refused: readonly ConfigEntry[];
}

type Value = Config[keyof Config];

/** What git's configuration says, and in which repository. */
export interface GitSettings {
  readonly entries: readonly ConfigEntry[];
  /** Absent outside of repositories. */
  readonly place?: RepositoryPaths;
}

/** defaults < file < git config < environment. Flags are laid over it by the command. */
export async function readConfig(git: GitSettings, world: Pick<World, 'env'>): Promise<MergedConfig> {
  return mergeConfig(await readConfigFile(world), git, world.env);
}

export function mergeConfig(file: ConfigFile, git: GitSettings, env: World['env']): MergedConfig {
  refuseUnknown(file, git.entries);
  const values: Partial<Record<keyof Config, Value>> = {};
  const origins = new Map<keyof Config, Origin>();
  for (const setting of settings) {
    const found = fromEnv(setting, env) ?? fromGit(setting, git) ?? fromFile(setting, file);
    values[setting.name] = found?.value ?? setting.default;
    origins.set(setting.name, found?.origin ?? { layer: 'default', place: '' });
  }
  // Who wants nothing to be saved by itself does not want it after each turn either, unless that is asked for by its name.
  if (isManual(values as Config) && origins.get('saveEachTurn')?.layer === 'default') values.saveEachTurn = false;
  const refused = settings.flatMap((setting) => refusedEntries(setting, git.entries));
  return { config: Object.freeze(values) as Config, origins, refused };
}

interface Found {
  readonly value: Value;
  readonly origin: Origin;
}

function fromFile(setting: Setting, file: ConfigFile): Found | undefined {
  const value = file.values.get(setting.file);
  if (value === undefined) return undefined;
  return {
    value: parseValue(setting.form, value, `${file.path}: ${setting.file}`) as Value,
    origin: { layer: 'file', place: file.path, ...olderWord(setting, value) },
  };
}

function fromGit(setting: Setting, git: GitSettings): Found | undefined {
  const found = entriesFor(setting, git.entries, git.place);
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const value = setting.form.kind === 'texts' ? found.map((entry) => entry.value) : last.value;
  const place = last.origin.replace(/^file:/, '');
  return {
    value: parseValue(setting.form, value, `${place}: checkpoint.${setting.git}`) as Value,
    origin: { layer: 'git config', place, ...olderWord(setting, value) },
  };
}

function fromEnv(setting: Setting, env: World['env']): Found | undefined {
  const name = setting.env.find((candidate) => env[candidate] !== undefined && env[candidate] !== '');
  if (name === undefined) return undefined;
  return {
    value: parseValue(setting.form, env[name], name) as Value,
    origin: { layer: 'environment', place: name, ...olderWord(setting, env[name]) },
  };
}

function olderWord({ form }: Setting, value: unknown): { readonly older?: string } {
  return olderChoice(form, value) === undefined ? {} : { older: String(value) };
}

function refuseUnknown(file: ConfigFile, entries: readonly ConfigEntry[]): void {
  const inFile = [...file.values.keys()].find((key) => !settings.some((setting) => setting.file === key));
  if (inFile !== undefined)
    throw unknown(
      file.path,
      inFile,
      settings.map((setting) => setting.file),
    );
  const known = new Set(settings.map((setting) => `checkpoint.${setting.git.toLowerCase()}`));
  // A key with a subsection (checkpoint.<repository>.…) is the user's setting for one repository, perhaps another one.
  const entry = entries.find(({ key }) => /^checkpoint\.[^.]+$/.test(key) && !known.has(key));
  if (entry !== undefined)
    throw unknown(
      entry.origin.replace(/^file:/, ''),
      entry.key,
      settings.map((setting) => `checkpoint.${setting.git}`),
    );
}

function unknown(place: string, key: string, known: readonly string[]): Failure {
  return new Failure('fatal', `${place}: unknown setting '${key}'`, {
    hint: `Known settings: ${known.join(', ')}`,
  });
}
