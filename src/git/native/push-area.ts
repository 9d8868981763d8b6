import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { scratchPath } from '../../local/scratch.ts';
import type { ConfigEntry, RefUpdate } from '../engine.ts';
import { readRepositoryFormat } from '../repository-format.ts';

/** A git directory for one push: it has the objects and settings of the repository, and no refs but those that are sent. */
interface PushArea {
  readonly path: string;
  /** The remote, under a name that nothing else is set for. */
  readonly remote: string;
  readonly refspec: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const WANTED = 'refs/wanted/';
/** What the remote must have before: tracking refs, for git's leases. */
const EXPECTED = 'refs/expected/';

interface Source {
  readonly place: RepositoryPaths;
  readonly config: readonly ConfigEntry[];
  /** The user's. */
  readonly home: string;
  readonly remote: string;
}

export function makePushArea(source: Source, updates: readonly RefUpdate[]): PushArea {
  const { place } = source;
  const path = scratchPath(place, 'push-');
  const remote = basename(path);
  mkdirSync(join(path, 'refs'), { recursive: true });
  mkdirSync(join(path, 'objects', 'info'), { recursive: true });
  // Not by a variable: a remote that is served on this machine would inherit it, and take our objects for its own.
  writeFileSync(join(path, 'objects', 'info', 'alternates'), `${quoted(join(place.commonDir, 'objects'))}\n`);
  writeFileSync(join(path, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(join(path, 'packed-refs'), packedRefs(updates));
  writeFileSync(join(path, 'config'), settings(source, updates, remote), { mode: 0o600 });
  const shallow = join(place.commonDir, 'shallow');
  if (existsSync(shallow)) copyFileSync(shallow, join(path, 'shallow'));
  return { path, remote, refspec: `${WANTED}*:refs/*`, env: { GIT_DIR: path, GIT_WORK_TREE: undefined } };
}

const inside = (folder: string, ref: string) => folder + ref.slice('refs/'.length);

function packedRefs(updates: readonly RefUpdate[]): string {
  const refs = updates.flatMap(({ ref, old, new: wanted }) => [
    ...(old === undefined ? [] : [[inside(EXPECTED, ref), old] as const]),
    ...(wanted === undefined ? [] : [[inside(WANTED, ref), wanted] as const]),
  ]);
  refs.sort(([one], [other]) => (one < other ? -1 : 1));
  return ['# pack-refs with: sorted \n', ...refs.map(([ref, oid]) => `${oid} ${ref}\n`)].join('');
}

/** Settings of a remote that say how to reach it. */
const reaching = /^(url|pushurl|receivepack|proxy|proxyauthmethod|vcs|promisor|partialclonefilter)$/;

function settings({ place, config, home, remote }: Source, updates: readonly RefUpdate[], name: string): string {
  const sha256 = readRepositoryFormat(place, {}).objectFormat === 'sha256';
  const worktree = config.some(({ scope }) => scope === 'worktree') ? [join(place.gitDir, 'config.worktree')] : [];
  const files = [join(place.commonDir, 'config'), ...worktree, ...includedHereOnly(config, place.root, home)];
  const prefix = `remote.${remote}.`;
  const reach = config.filter(({ key }) => key.startsWith(prefix) && reaching.test(key.slice(prefix.length)));
  const expected = updates.filter(({ old }) => old !== undefined);
  return [
    '[core]',
    line('repositoryformatversion', sha256 ? '1' : '0'),
    ...(sha256 ? ['[extensions]', line('objectformat', 'sha256')] : []),
    '[include]',
    ...files.map((file) => line('path', file)),
    `[remote "${name}"]`,
    ...reach.map(({ key, value }) => line(key.slice(prefix.length), value)),
    ...expected.map(({ ref }) => line('fetch', `+${ref}:${inside(EXPECTED, ref)}`)),
    '',
  ].join('\n');
}

/** Files of settings that git reads for this very directory or branch, and would not read in an area below it. */
function includedHereOnly(config: readonly ConfigEntry[], root: string, home: string): string[] {
  const read = new Set(config.map(({ origin }) => resolve(root, origin.replace(/^file:/, ''))));
  const files = config.flatMap(({ key, value, origin }) => {
    const condition = /^includeif\.(.*)\.path$/.exec(key)?.[1];
    if (condition === undefined || condition.startsWith('hasconfig:')) return [];
    if (condition.startsWith('gitdir') && condition.endsWith('/')) return [];
    const from = dirname(resolve(root, origin.replace(/^file:/, '')));
    return [resolve(from, value.replace(/^~(?=\/)/, home))];
  });
  return files.filter((file) => read.has(file));
}

function line(key: string, value: string): string {
  return `\t${key} = ${quoted(value)}`;
}

function quoted(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
  return `"${escaped}"`;
}
