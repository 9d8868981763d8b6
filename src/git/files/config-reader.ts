import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { defined } from '../../core/defined.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import type { ConfigEntry } from '../engine.ts';
import { expandHome, type IncludeFacts, includeHolds } from './config-includes.ts';
import { parseConfig, type Setting } from './config-parse.ts';
import { isTrue } from './config-values.ts';
import { readIfThere } from './read-if-there.ts';
import { RefReader } from './ref-reader.ts';

type Scope = ConfigEntry['scope'];

interface ConfigFacts extends IncludeFacts {
  readonly root?: string;
}

interface Source {
  readonly path: string;
  readonly scope: Scope;
}

const DEEPEST_INCLUDE = 10;

/** Everything that git's configuration says there, or without a repository, in git's order: later entries win. */
export function readConfigEntries(place: RepositoryPaths | undefined, env: World['env']): ConfigEntry[] {
  const sources = sourcesOf(place, env);
  const facts: ConfigFacts = defined({
    home: homeOf(env),
    root: place === undefined ? undefined : place.root,
    gitDir: place === undefined ? undefined : place.gitDir,
    branch: place === undefined ? undefined : branchOf(place),
    remoteUrls: sources.flatMap(({ path }) => remoteUrlsIn(path)),
  });
  const files = sources.flatMap((source) => entriesOf(source, facts, 0));
  if (place === undefined) return [...files, ...commandEntries(env)];
  const perWorktree = isTrue(files.findLast(({ key }) => key === 'extensions.worktreeconfig')?.value ?? 'false');
  const worktree: Source = { path: join(place.gitDir, 'config.worktree'), scope: 'worktree' };
  return [...files, ...(perWorktree ? entriesOf(worktree, facts, 0) : []), ...commandEntries(env)];
}

/** The user's home as git sees it. */
export function homeOf(env: World['env']): string {
  return env['HOME'] ?? homedir();
}

/** A file in the user's own folder of git's settings, such as `ignore`. */
export function userFile(env: World['env'], name: string): string {
  return join(env['XDG_CONFIG_HOME'] || join(homeOf(env), '.config'), 'git', name);
}

/** The files of the user's own configuration, the one to write last. */
export function globalFiles(env: World['env']): string[] {
  if (env['GIT_CONFIG_GLOBAL'] !== undefined) return [env['GIT_CONFIG_GLOBAL']];
  return [userFile(env, 'config'), join(homeOf(env), '.gitconfig')];
}

function sourcesOf(place: RepositoryPaths | undefined, env: World['env']): Source[] {
  const noSystem = /^(1|true|yes|on)$/i.test(env['GIT_CONFIG_NOSYSTEM'] ?? '');
  const system = noSystem ? [] : [env['GIT_CONFIG_SYSTEM'] ?? '/etc/gitconfig'];
  return [
    ...system.map((path) => ({ path, scope: 'system' as const })),
    ...globalFiles(env).map((path) => ({ path, scope: 'global' as const })),
    ...(place === undefined ? [] : [{ path: join(place.commonDir, 'config'), scope: 'local' as const }]),
  ];
}

function entriesOf({ path, scope }: Source, facts: ConfigFacts, depth: number): ConfigEntry[] {
  if (depth > DEEPEST_INCLUDE) return [];
  return settingsIn(path).flatMap((setting) => {
    const entry = { ...setting, origin: `file:${shownPath(path, facts)}`, scope };
    const included = includedBy(setting, path, facts);
    return included === undefined ? [entry] : [entry, ...entriesOf({ path: included, scope }, facts, depth + 1)];
  });
}

/** git tells the repository's own files from the top of the working tree. */
function shownPath(path: string, { root }: ConfigFacts): string {
  return root !== undefined && path.startsWith(`${join(root, '.git')}/`) ? relative(root, path) : path;
}

function settingsIn(path: string): Setting[] {
  const bytes = path === '' ? undefined : readIfThere(path);
  return bytes === undefined ? [] : parseConfig(bytes.toString(), path);
}

function includedBy({ key, value }: Setting, from: string, facts: IncludeFacts): string | undefined {
  const condition = /^includeif\.(.*)\.path$/s.exec(key)?.[1];
  const wanted = key === 'include.path' || (condition !== undefined && includeHolds(condition, from, facts));
  return wanted ? resolve(dirname(from), expandHome(value, facts.home)) : undefined;
}

function remoteUrlsIn(path: string): string[] {
  return settingsIn(path)
    .filter(({ key }) => /^remote\..*\.url$/s.test(key))
    .map(({ value }) => value);
}

function branchOf(place: RepositoryPaths): string | undefined {
  const head = new RefReader(place).read('HEAD');
  return head !== undefined && 'target' in head ? head.target.replace(/^refs\/heads\//, '') : undefined;
}

function commandEntries(env: World['env']): ConfigEntry[] {
  const count = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0;
  return Array.from({ length: count }, (_, at) => ({
    key: normalKey(env[`GIT_CONFIG_KEY_${at}`] ?? ''),
    value: env[`GIT_CONFIG_VALUE_${at}`] ?? '',
    origin: 'command line:',
    scope: 'command' as const,
  }));
}

/** Section and name in lower case, the subsection between them as it is. */
export function normalKey(key: string): string {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  if (first === last) return key.toLowerCase();
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase();
}
