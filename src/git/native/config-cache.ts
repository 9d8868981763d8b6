import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import { localPath } from '../../local/files.ts';
import { fingerprintOf } from '../../local/fingerprint.ts';
import { writeOwnFile } from '../../local/own-file.ts';
import type { ConfigEntry } from '../engine.ts';

/** What git said about its configuration, and the state of every file that it read or would have read. */
interface CachedConfig {
  readonly asked: string;
  readonly files: Readonly<Record<string, string>>;
  readonly entries: readonly ConfigEntry[];
}

interface Question {
  readonly place: RepositoryPaths;
  readonly env: World['env'];
}

const ABSENT = 'absent';

/** The configuration as git reported it the last time, if no file of it and nothing else that decides it has changed since. */
export function recallConfig(question: Question): readonly ConfigEntry[] | undefined {
  const asked = describe(question);
  if (asked === undefined) return undefined;
  try {
    const remembered = JSON.parse(readFileSync(localPath(question.place, 'config.json'), 'utf8')) as CachedConfig;
    const same =
      remembered.asked === asked && Object.entries(remembered.files).every(([path, was]) => stateOf(path) === was);
    return same ? remembered.entries : undefined;
  } catch {
    // Not there yet, or not what this version writes: git is asked.
    return undefined;
  }
}

/** The sections that are read here; of the others, some hold passwords and tokens. */
const KEPT = /^(author|checkpoint|color|committer|core|extensions|gc|gpg|include|includeif|pager|remote|url|user)\./;
/** Of aliases, which may be whole programs, those that doctor looks for. */
const KEPT_ALIAS = /^alias\.[^=]*=.*refs\/checkpoint\*/s;
const CREDENTIALS = /https?:\/\/[^/\s]*@|\/\/[^/\s@]*:[^/\s@]*@/i;

/** Keeps git's answer for the next time, unless a file may have changed since git was asked at `started` (ms). */
export function rememberConfig(question: Question, entries: readonly ConfigEntry[], started: number): void {
  const asked = describe(question);
  const paths = asked === undefined ? undefined : filesBehind(question, entries);
  if (asked === undefined || paths === undefined || paths.some((path) => isYoung(path, started))) return;
  const kept = entries.filter(({ key, value }) => KEPT.test(key) || KEPT_ALIAS.test(`${key}=${value}`));
  if (kept.some(({ key, value }) => CREDENTIALS.test(key) || CREDENTIALS.test(value))) return;
  const files = Object.fromEntries(paths.map((path) => [path, stateOf(path)]));
  try {
    writeOwnFile(
      localPath(question.place, 'config.json'),
      JSON.stringify({ asked, files, entries: kept } satisfies CachedConfig),
    );
  } catch {
    // A repository that cannot be written to is asked every time.
  }
}

/** What decides the answer beside the files; undefined when it must not be kept, as settings given for one command. */
function describe({ place, env }: Question): string | undefined {
  if (env['GIT_CONFIG_COUNT'] !== undefined || env['GIT_CONFIG_PARAMETERS'] !== undefined) return undefined;
  const names = ['HOME', 'XDG_CONFIG_HOME', 'PATH', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'];
  // What another version kept is not enough for this one.
  return JSON.stringify([KEPT.source, place.gitDir, place.root, ...names.map((name) => env[name] ?? '')]);
}

// Where git may have been built to look; a file there that has entries is found by its origin in any case.
const systemFiles = ['/etc/gitconfig', '/usr/local/etc/gitconfig', '/opt/homebrew/etc/gitconfig'];

/** Every file that has a say, there or not; undefined when the answer depends on more than files. */
function filesBehind({ place, env }: Question, entries: readonly ConfigEntry[]): string[] | undefined {
  const home = env['HOME'] ?? homedir();
  const originOf = (entry: ConfigEntry) => resolve(place.root, entry.origin.replace(/^file:/, ''));
  const includes = entries.filter(({ key }) => /^include(if\..*)?\.path$/s.test(key));
  const changeable = includes.some(({ key, value }) => /^includeif\.onbranch:/.test(key) || /^(~[^/]|%)/.test(value));
  // What is said on the command line is ours alone here, and always the same.
  const stored = entries.filter(({ scope }) => scope !== 'command');
  if (changeable || stored.some(({ origin }) => !origin.startsWith('file:'))) return undefined;
  return [
    ...new Set([
      ...systemFiles,
      env['GIT_CONFIG_SYSTEM'] ?? '',
      env['GIT_CONFIG_GLOBAL'] ?? '',
      join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git', 'config'),
      join(home, '.gitconfig'),
      join(place.commonDir, 'config'),
      join(place.gitDir, 'config.worktree'),
      ...stored.map(originOf),
      ...includes.map((entry) => resolve(dirname(originOf(entry)), entry.value.replace(/^~(?=\/)/, home))),
    ]),
  ].filter((path) => path !== '');
}

function stateOf(path: string): string {
  return fingerprintOf(path, { follow: true, changeTime: true }) ?? ABSENT;
}

// As with git's own index: an edit within the grain of the clock leaves no trace in the times of a file.
const GRAIN_MS = 2000;

function isYoung(path: string, started: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Math.max(found.mtimeMs, found.ctimeMs) > started - GRAIN_MS;
}
