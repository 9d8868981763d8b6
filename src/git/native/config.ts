import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import type { ConfigEntry } from '../engine.ts';
import { recallConfig, rememberConfig } from './config-cache.ts';
import { isOwn } from './own-files.ts';
import { gitFailure, type RunOptions, runGit, tryGit } from './run.ts';

/** git's configuration: from the last time when nothing changed since, which saves a process at every start. */
export async function loadConfig(
  place: RepositoryPaths,
  world: World,
  options: RunOptions,
): Promise<readonly ConfigEntry[]> {
  const question = { place, env: world.env };
  const mayKeep = isOwn(place);
  const recalled = mayKeep ? recallConfig(question) : undefined;
  if (recalled !== undefined) return recalled;
  // Not the World's clock: it is compared with the times of files.
  const started = Date.now();
  const entries = await readConfigEntries(options);
  if (mayKeep) rememberConfig(question, entries, started);
  return entries;
}

/** Everything that git's configuration says here, in git's order: later entries win. */
async function readConfigEntries(options: RunOptions): Promise<ConfigEntry[]> {
  const fields = (await runGit(['config', '--list', '-z', '--show-origin', '--show-scope'], options))
    .toString()
    .split('\0');
  const entries: ConfigEntry[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [scope = '', origin = '', setting = ''] = fields.slice(at, at + 3);
    const end = setting.indexOf('\n');
    const key = end < 0 ? setting : setting.slice(0, end);
    // A key without `=` means true to git.
    entries.push({
      key,
      value: end < 0 ? 'true' : setting.slice(end + 1),
      origin,
      scope: scope as ConfigEntry['scope'],
    });
  }
  return entries;
}

/** The same without a repository's configuration, wherever this is: no repository can be made of that. */
export function readUserEntries(options: RunOptions): Promise<ConfigEntry[]> {
  return readConfigEntries({ ...options, env: { ...options.env, GIT_DIR: '/dev/null' } });
}

/** Replaces all values of a key. */
export async function writeConfig(
  target: { readonly scope: 'local' | 'global'; readonly key: string; readonly values: readonly string[] },
  options: RunOptions,
): Promise<void> {
  const { scope, key, values } = target;
  const unset = await tryGit(['config', `--${scope}`, '--unset-all', key], options);
  // 5: there was no such key. Only that is as good as done.
  if (unset.code !== 0 && unset.code !== 5) throw gitFailure(['config'], unset.stderr);
  for (const value of values) await runGit(['config', `--${scope}`, '--add', key, value], options);
}
