import { type Config, isManual, type Origin } from '../core/config.ts';
import { Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { SettingProblem } from '../core/setting-problem.ts';
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
  /** What is wrong; nothing of it stops a save. */
  readonly problems: readonly SettingProblem[];
}

type Value = Config[keyof Config];

/** What git's configuration says, and in which repository. */
interface GitSettings {
  readonly entries: readonly ConfigEntry[];
  /** Absent outside of repositories. */
  readonly place?: RepositoryPaths;
}

/** defaults < file < git config < environment. Flags go over it by the command. Nothing that is wrong there is thrown. */
export async function readConfig(git: GitSettings, world: Pick<World, 'env'>): Promise<MergedConfig> {
  try {
    return mergeConfig(await readConfigFile(world), git, world.env);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const merged = mergeConfig({ path: '', values: new Map() }, git, world.env);
    return { ...merged, problems: [{ failure: error }, ...merged.problems] };
  }
}

export function mergeConfig(file: ConfigFile, git: GitSettings, env: World['env']): MergedConfig {
  const problems: SettingProblem[] = findUnknown(file, git.entries).map((failure) => ({ failure }));
  const values: Partial<Record<keyof Config, Value>> = {};
  const origins = new Map<keyof Config, Origin>();
  for (const setting of settings) {
    const found = findValue(setting, { file, git, env });
    if (found instanceof Failure) problems.push({ setting: setting.name, failure: found });
    const good = found instanceof Failure ? undefined : found;
    values[setting.name] = good?.value ?? setting.default;
    origins.set(setting.name, good?.origin ?? { layer: 'default', place: '' });
  }
  // Who wants nothing to be saved by itself does not want it after each turn either, unless that is asked for by its name.
  if (isManual(values as Config) && origins.get('saveEachTurn')?.layer === 'default') values.saveEachTurn = false;
  const refused = settings.flatMap((setting) => refusedEntries(setting, git.entries));
  return { config: Object.freeze(values) as Config, origins, refused, problems };
}

interface Layers {
  readonly file: ConfigFile;
  readonly git: GitSettings;
  readonly env: World['env'];
}

/** The value of a setting, or what is wrong with the one that counts. */
function findValue(setting: Setting, { file, git, env }: Layers): Found | Failure | undefined {
  try {
    return fromEnv(setting, env) ?? fromGit(setting, git) ?? fromFile(setting, file);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
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

function findUnknown(file: ConfigFile, entries: readonly ConfigEntry[]): Failure[] {
  const inFile = [...file.values.keys()].filter((key) => !settings.some((setting) => setting.file === key));
  const known = new Set(settings.map((setting) => `checkpoint.${setting.git.toLowerCase()}`));
  // A key with a subsection (checkpoint.<repository>.…) is the user's setting for one repository, perhaps another one.
  const inGit = entries.filter(({ key }) => /^checkpoint\.[^.]+$/.test(key) && !known.has(key));
  const [names, keys] = [
    settings.map((setting) => setting.file),
    settings.map((setting) => `checkpoint.${setting.git}`),
  ];
  return [
    ...inFile.map((key) => unknown(file.path, key, names)),
    ...inGit.map(({ origin, key }) => unknown(origin.replace(/^file:/, ''), key, keys)),
  ];
}

function unknown(place: string, key: string, known: readonly string[]): Failure {
  return new Failure('fatal', `${place}: unknown setting '${key}'`, {
    hint: `Known settings: ${known.join(', ')}`,
  });
}
