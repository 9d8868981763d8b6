import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from '../../core/checkpoint.ts';
import type { ConfigEntry, Operation, Place } from '../engine.ts';
import { gitFailure, type RunOptions, runGit, tryGit } from './run.ts';

/** Everything that git's configuration says here, in git's order: later entries win. */
export async function readConfigEntries(options: RunOptions): Promise<ConfigEntry[]> {
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

/** The user's identity as git would record it, or a fallback that says that none is set. */
export function identityFrom(entries: readonly ConfigEntry[], env: RunOptions['env']): Identity {
  const setting = (key: string) => entries.findLast((entry) => entry.key === key)?.value;
  const name = env['GIT_COMMITTER_NAME'] ?? setting('committer.name') ?? setting('user.name');
  const email = env['GIT_COMMITTER_EMAIL'] ?? setting('committer.email') ?? setting('user.email') ?? env['EMAIL'];
  const clean = (text: string | undefined) => text?.replace(/[<>\n\0]/g, '').trim() || undefined;
  return { name: clean(name) ?? 'git-checkpoint', email: clean(email) ?? 'git-checkpoint@localhost' };
}

const marks: readonly (readonly [string, Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** What git is in the middle of. */
export function operationIn(place: Place): Operation | undefined {
  return marks.find(([name]) => existsSync(join(place.gitDir, name)))?.[1];
}

/** The repository's hash. git reads it from the repository's own file only, so a look there is enough. */
export function readObjectFormat(place: Place): 'sha1' | 'sha256' {
  const path = join(place.commonDir, 'config');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return /^\s*objectformat\s*=\s*sha256\s*$/im.test(text) ? 'sha256' : 'sha1';
}

const hardened = /(^|,)\s*(loose-object|objects|committed|added|all)\s*(,|$)/;

/** Whether the user asked git to sync loose objects to the disk. */
export function syncsLooseObjects(entries: readonly ConfigEntry[]): boolean {
  const components = entries.findLast((entry) => entry.key === 'core.fsync')?.value ?? '';
  const older = entries.findLast((entry) => entry.key === 'core.fsyncobjectfiles')?.value;
  return older === 'true' || (hardened.test(components) && !components.includes('-loose-object'));
}
