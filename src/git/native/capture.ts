import { copyFileSync, existsSync, statSync, unlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { defined } from '../../core/defined.ts';
import { describeError, Failure } from '../../core/failure.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { scratchPath } from '../../local/scratch.ts';
import { diskPath, lstatIfThere, obstacleFinder } from '../disk-path.ts';
import type { Capture, CapturedTree, WorktreeStatus } from '../engine.ts';
import { emptyTree, type ObjectFormat } from '../hash.ts';
import { pathsToRead } from '../paths-to-read.ts';
import { nulJoined } from './nul-fields.ts';
import { type RunOptions, runGit } from './run.ts';
import { readStatus } from './status.ts';
import { parseTreeDiff } from './tree-diff.ts';

interface CaptureSource {
  readonly place: RepositoryPaths;
  readonly format: ObjectFormat;
  readonly options: RunOptions;
  treeOf(commit: Oid): Promise<Oid>;
}

/**
 * Asks git what differs. The user's own index is read, never locked and never written; a private one is made where paths are to be put
 * into it.
 */
export async function beginCapture(source: CaptureSource): Promise<Capture> {
  const status = await readStatus(source.options);
  let seeded: string | undefined;
  const index = () => {
    seeded ??= seedIndex(source.place);
    return seeded;
  };
  return {
    status,
    finish: (paths, { counts = true } = {}) => finishCapture(source, { index, status, paths, counts }),
    close: async () => {
      if (seeded === undefined) return;
      for (const path of [seeded, `${seeded}.lock`, userCopy(seeded)]) if (existsSync(path)) unlinkSync(path);
    },
  };
}

function seedIndex(place: RepositoryPaths): string {
  const path = scratchPath(place, 'index-');
  copyIndex(join(place.gitDir, 'index'), path);
  return path;
}

/**
 * Copies the index with its mtime: git takes entries as old as the index file for possibly changed, and a copy with a new
 * mtime would hide an edit made in the second of the last `git add`. Were it replaced between the two steps, the older time only makes
 * git look more closely. Answers whether there is an index.
 */
export function copyIndex(from: string, to: string): boolean {
  try {
    const microseconds = statSync(from, { bigint: true }).mtimeNs / 1000n - 1n;
    copyFileSync(from, to);
    const seconds = Number(microseconds) / 1e6;
    utimesSync(to, seconds, seconds);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    // Without the paths that the system adds: one of them is a passing one.
    throw new Failure('fatal', `cannot copy the index: ${describeError(cause).split(',')[0]}`, { cause });
  }
}

interface Draft {
  /** Where the private index lies, made when it is first asked for. */
  readonly index: () => string;
  readonly status: WorktreeStatus;
  readonly paths: readonly string[];
  /** Whether changes are to have line counts. */
  readonly counts: boolean;
}

async function finishCapture(source: CaptureSource, draft: Draft): Promise<CapturedTree> {
  const { head, entries } = draft.status;
  const clean =
    draft.paths.length === 0 && entries.every(({ staged, kind }) => staged === '.' && kind !== 'conflicted');
  if (clean && head !== undefined) return { tree: await source.treeOf(head), changes: [] };
  const index = draft.index();
  const options = withIndex(source.options, index);
  const user = keepUserIndex(draft.status, index);
  await takePaths(source, pathsToRead(entries, draft.paths), options);
  const [tree, changes, indexTree] = await Promise.all([
    writeTree(options),
    runGit([...diffArguments(draft.counts), head ?? emptyTree(source.format)], options).then(parseTreeDiff),
    user && writeTree(withIndex(source.options, user)),
  ]);
  const distinct = indexTree !== undefined && indexTree !== tree && indexTree !== (head && (await source.treeOf(head)));
  return defined({ tree, changes, indexTree: distinct ? indexTree : undefined });
}

/**
 * Puts paths as they are on the disk into the private index. What lies below a symbolic link or is a folder now is gone as a file,
 * but update-index stops there instead of removing it, so those are named apart. So is a .gitattributes that is no regular file any
 * more: git would still obey it for all files when another one comes before it.
 */
async function takePaths(source: CaptureSource, paths: readonly string[], options: RunOptions): Promise<void> {
  const { root } = source.place;
  const obstacle = obstacleFinder(root);
  const isGone = (path: string) => obstacle(path) !== undefined || isPlainFolder(diskPath(root, path));
  const saysNothing = (path: string) =>
    /(?:^|\/)\.gitattributes$/.test(path) && !lstatIfThere(diskPath(root, path))?.isFile();
  const gone = new Set(paths.filter(isGone));
  const update = (flags: readonly string[], some: readonly string[]) =>
    some.length === 0
      ? undefined
      : runGit(['update-index', '-z', ...flags, '--stdin'], { ...options, stdin: nulJoined(some) });
  await update(
    ['--force-remove'],
    paths.filter((path) => gone.has(path) || saysNothing(path)),
  );
  await update(
    ['--add', '--remove', '--replace'],
    paths.filter((path) => !gone.has(path)),
  );
}

/** A folder that is no repository of its own. */
function isPlainFolder(path: string | Buffer): boolean {
  if (!lstatIfThere(path)?.isDirectory()) return false;
  return !existsSync(Buffer.concat([Buffer.from(path), Buffer.from('/.git')]));
}

const diffArguments = (counts: boolean) => [
  'diff-index',
  '--cached',
  // An intent to add that is left out is in no tree.
  '--ita-invisible-in-index',
  '--raw',
  ...(counts ? ['--numstat'] : []),
  '-z',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=none',
  '--abbrev=64',
];

/** A copy of the index as the user has it, when something is staged. One with conflicts has no tree. */
function keepUserIndex({ entries }: WorktreeStatus, index: string): string | undefined {
  const staged = entries.some((entry) => entry.kind === 'tracked' && entry.staged !== '.');
  if (!staged || entries.some((entry) => entry.kind === 'conflicted')) return undefined;
  const copy = userCopy(index);
  // At a second try the private index is not the user's any more.
  if (!existsSync(copy)) copyFileSync(index, copy);
  return copy;
}

async function writeTree(options: RunOptions): Promise<string> {
  return (await runGit(['write-tree', '--missing-ok'], options)).toString().trim();
}

function userCopy(index: string): string {
  return `${index}-user`;
}

export function withIndex(options: RunOptions, path: string): RunOptions {
  return { ...options, env: { ...options.env, GIT_INDEX_FILE: path } };
}
