import { realpathSync } from 'node:fs';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { ConfigEntry } from '../git/engine.ts';
import type { Setting } from './settings.ts';

/** A setting's key in git's configuration. */
export function gitKey({ git }: Pick<Setting, 'git'>): string {
  return `checkpoint.${git}`;
}

/** The key by which the user sets it for one repository, in their own configuration: `checkpoint./home/ada/shop/.git.remote`. */
export function repositoryKey(
  { git }: Pick<Setting, 'git'>,
  { commonDir }: Pick<RepositoryPaths, 'commonDir'>,
): string {
  return `checkpoint.${realpathSync(commonDir)}.${git}`;
}

/** The entries that decide a setting. Of what decides about trust, those are the user's; what they say for one repository goes first. */
export function entriesFor(setting: Setting, entries: readonly ConfigEntry[], place?: RepositoryPaths): ConfigEntry[] {
  if (!setting.ofUser) return named(entries, gitKey(setting));
  const mine = entries.filter((entry) => !isOfRepository(entry));
  const here = place === undefined ? [] : named(mine, repositoryKey(setting, place));
  return here.length > 0 ? here : named(mine, gitKey(setting));
}

/** The entries of a repository's configuration that it has no say in. */
export function refusedEntries(setting: Setting, entries: readonly ConfigEntry[]): ConfigEntry[] {
  return setting.ofUser ? named(entries, gitKey(setting)).filter(isOfRepository) : [];
}

function isOfRepository({ scope }: ConfigEntry): boolean {
  return scope === 'local' || scope === 'worktree';
}

/** git tells names in lower case, and what stands between section and name as it is. */
function named(entries: readonly ConfigEntry[], key: string): ConfigEntry[] {
  const last = key.lastIndexOf('.');
  const wanted = key.slice(0, last) + key.slice(last).toLowerCase();
  return entries.filter((entry) => entry.key === wanted);
}
