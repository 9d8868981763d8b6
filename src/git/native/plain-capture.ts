import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToBytes } from '../../core/path-text.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { TreeChange } from '../../core/tree-change.ts';
import { diskPath, foldersAbove, obstacleFinder } from '../disk-path.ts';
import { editTree, type Leaf } from '../edit-tree.ts';
import type { CapturedTree, ConfigEntry, GitEngine, StatusEntry, WorktreeStatus } from '../engine.ts';
import { countFewEdits, isBinary } from '../line-diff.ts';
import { filesInHead } from './status.ts';

export interface PlainSource {
  readonly place: RepositoryPaths;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly entries: readonly ConfigEntry[];
  readonly objects: Pick<GitEngine, 'readObjects' | 'writeObject' | 'objectFormat'>;
  readonly status: WorktreeStatus;
  /** The status in git's own words. */
  readonly told: Buffer;
}

/** Names that git may refuse to track, on this file system or another. */
const DOUBTFUL = /(?:^|\/)(?:\.git|git~)|[\\:\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]|[. ](?:\/|$)/i;
/** Up to here it is quicker than git. In a long run V8 has compiled this code, and it is quicker for longer. */
const FEW = { atFirst: 32, later: 128 } as const;
const WARM = 3;
let captures = 0;
const SMALL = 1 << 18;
/** Where a file has more edits than this, git counts them sooner. */
const FEW_EDITS = 256;

/**
 * Takes a few plain changes without a process: where nothing converts content on its way in, a file's bytes are its blob, and HEAD's tree
 * with those blobs is the snapshot. Undefined wherever git has to judge: attributes, links, submodules, conflicts, anything staged.
 */
export async function capturePlainly(source: PlainSource, paths: readonly string[]): Promise<CapturedTree | undefined> {
  const { objects, status } = source;
  captures += 1;
  const few = captures > WARM ? FEW.later : FEW.atFirst;
  if (status.head === undefined || paths.length > few || convertsContent(source, paths)) return undefined;
  if (status.entries.some(({ staged, kind }) => staged !== '.' || kind === 'conflicted')) return undefined;
  const sides = readSides(source, new Set(paths));
  if (sides === undefined) return undefined;
  const olds = await objects.readObjects(sides.map(({ inHead }) => inHead?.oid ?? '').filter((oid) => oid !== ''));
  if (olds.some((old) => old === undefined)) return undefined;
  const bytesOf = new Map(olds.map((old) => [old?.oid, Buffer.from(old?.bytes ?? [])]));
  const changes: TreeChange[] = [];
  for (const side of sides) {
    const change = await takeSide(objects, side, bytesOf.get(side.inHead?.oid));
    if (change === undefined) return undefined;
    changes.push(change);
  }
  const edits = new Map(changes.map(({ path, newMode, newOid }) => [path, leafOf(newMode, newOid)]));
  const [top] = await objects.readObjects([`${status.head}^{tree}`]);
  if (top === undefined) return undefined;
  const noticing = noticingAttributes(objects);
  const tree = await editTree(noticing.objects, top.oid, edits);
  return noticing.found() ? undefined : { tree, changes };
}

/** Attributes that are not checked out, as in a sparse checkout, hold still: git reads them from the index, and that is HEAD's here. */
function noticingAttributes(objects: PlainSource['objects']) {
  let found = false;
  const readObjects: PlainSource['objects']['readObjects'] = async (names) => {
    const read = await objects.readObjects(names);
    found ||= read.some((each) => each?.type === 'tree' && Buffer.from(each.bytes).includes(' .gitattributes\0'));
    return read;
  };
  return { objects: { ...objects, readObjects }, found: () => found };
}

interface Side {
  readonly path: string;
  readonly inHead: Leaf | undefined;
  /** What the working tree has; `gone` when it has nothing. */
  readonly now: { readonly mode: string; readonly bytes: Buffer } | 'gone';
}

function readSides({ place, status, told }: PlainSource, paths: ReadonlySet<string>): Side[] | undefined {
  const inHead = filesInHead(told);
  const obstacle = obstacleFinder(place.root);
  const sides: Side[] = [];
  for (const entry of status.entries.filter(({ path }) => paths.has(path))) {
    const { path } = entry;
    const now = obstacle(path) === undefined ? readPlain(place, entry, inHead.get(path)) : undefined;
    if (now === undefined) return undefined;
    sides.push({ path, inHead: inHead.get(path), now });
  }
  return sides.sort((one, other) => Buffer.compare(pathToBytes(one.path), pathToBytes(other.path)));
}

/** Whether git may store something else than a file's bytes, or take its mode from elsewhere. */
function convertsContent({ place, env, entries }: PlainSource, paths: readonly string[]): boolean {
  const setting = (key: string) => entries.findLast((entry) => entry.key === key)?.value.toLowerCase();
  if (process.platform === 'win32' || (setting('core.filemode') ?? 'true') !== 'true') return true;
  if ((setting('core.autocrlf') ?? 'false') !== 'false' || setting('core.attributesfile') !== undefined) return true;
  if (env['GIT_ATTR_SOURCE'] || setting('attr.tree') !== undefined) return true;
  const system = entries.find(({ scope }) => scope === 'system')?.origin.replace(/^file:/, '') ?? '/etc/gitconfig';
  const own = env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? '', '.config');
  const folders = new Set(paths.flatMap((path) => ['', ...foldersAbove(path)]));
  return [
    join(dirname(system), 'gitattributes'),
    join(own, 'git', 'attributes'),
    join(place.commonDir, 'info', 'attributes'),
    ...[...folders].map((folder) => diskPath(place.root, `${folder}${folder === '' ? '' : '/'}.gitattributes`)),
  ].some((path) => existsSync(path));
}

/** A small regular file, or that it is gone; undefined for everything else. */
function readPlain(
  place: RepositoryPaths,
  { path, kind, unstaged }: StatusEntry,
  inHead: Leaf | undefined,
): Side['now'] | undefined {
  if (DOUBTFUL.test(path)) return undefined;
  if (kind === 'tracked' && !inHead?.mode.startsWith('100')) return undefined;
  if (kind === 'tracked' && unstaged === 'D') return 'gone';
  if (kind !== 'untracked' && unstaged !== 'M') return undefined;
  try {
    const file = openSync(diskPath(place.root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = fstatSync(file);
      if (!found.isFile() || found.size > SMALL) return undefined;
      return { mode: found.mode & 0o100 ? '100755' : '100644', bytes: readFileSync(file) };
    } finally {
      closeSync(file);
    }
  } catch {
    // Gone by now, or not to be read: git says which.
    return undefined;
  }
}

async function takeSide(
  objects: PlainSource['objects'],
  { path, inHead, now }: Side,
  old = Buffer.alloc(0),
): Promise<TreeChange | undefined> {
  const bytes = now === 'gone' ? Buffer.alloc(0) : now.bytes;
  const binary = isBinary(old) || isBinary(bytes);
  const counts = binary ? { added: 0, removed: 0 } : countFewEdits(old, bytes, FEW_EDITS);
  return (
    counts && {
      status: statusOf(inHead, now),
      path,
      ...(inHead === undefined ? {} : { oldMode: inHead.mode, oldOid: inHead.oid }),
      ...(now === 'gone' ? {} : { newMode: now.mode, newOid: await objects.writeObject('blob', bytes) }),
      ...counts,
      binary,
    }
  );
}

function statusOf(inHead: Leaf | undefined, now: Side['now']): TreeChange['status'] {
  if (inHead === undefined) return 'added';
  return now === 'gone' ? 'deleted' : 'modified';
}

function leafOf(mode: string | undefined, oid: string | undefined): Leaf | undefined {
  return mode === undefined || oid === undefined ? undefined : { mode, oid };
}
