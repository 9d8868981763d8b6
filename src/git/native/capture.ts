import { closeSync, existsSync, fstatSync, openSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import { diskPath, lstatIfThere, obstacleFinder } from '../disk-path.ts';
import type { Capture, CapturedTree, Place, WorktreeStatus } from '../engine.ts';
import { emptyTree, type ObjectFormat } from '../hash.ts';
import { scratchPath } from '../scratch.ts';
import { nulJoined } from './nul-fields.ts';
import { type RunOptions, runGit } from './run.ts';
import { parseStatus, statusArguments } from './status.ts';
import { parseTreeDiff } from './tree-diff.ts';

export interface CaptureSource {
  readonly place: Place;
  readonly format: ObjectFormat;
  readonly options: RunOptions;
  treeOf(commit: Oid): Promise<Oid>;
}

/** The user's index as it was read, once. */
interface SeededIndex {
  readonly path: string;
  readonly bytes: Buffer | undefined;
}

/** Seeds a private index and asks git what differs. The user's own index is read, never locked and never written. */
export async function beginCapture(source: CaptureSource): Promise<Capture> {
  const index = seedIndex(source.place);
  const close = async () => {
    for (const path of [index.path, `${index.path}.lock`, userCopy(index)]) rmSync(path, { force: true });
  };
  const options = withIndex(source.options, index.path);
  try {
    const status = parseStatus(await runGit(statusArguments, options));
    return { status, close, finish: (paths) => finishCapture(source, { index, status, paths }) };
  } catch (error) {
    await close();
    throw error;
  }
}

function seedIndex(place: Place): SeededIndex {
  const path = scratchPath(place, 'index-');
  return { path, bytes: copyIndex(join(place.gitDir, 'index'), path) };
}

/**
 * Copies the index with its mtime: git takes entries as old as the index file for possibly changed, and a copy with a new
 * mtime would hide an edit made in the second of the last `git add`.
 */
export function copyIndex(from: string, to: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(from, 'r');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure('fatal', `cannot read ${from}`, { cause });
  }
  try {
    const microseconds = fstatSync(file, { bigint: true }).mtimeNs / 1000n - 1n;
    const bytes = readFileSync(file);
    writeFileSync(to, bytes);
    const seconds = Number(microseconds) / 1e6;
    utimesSync(to, seconds, seconds);
    return bytes;
  } finally {
    closeSync(file);
  }
}

interface Draft {
  readonly index: SeededIndex;
  readonly status: WorktreeStatus;
  readonly paths: readonly string[];
}

async function finishCapture(source: CaptureSource, draft: Draft): Promise<CapturedTree> {
  const { head, entries } = draft.status;
  const clean =
    draft.paths.length === 0 && entries.every(({ staged, kind }) => staged === '.' && kind !== 'conflicted');
  if (clean && head !== undefined) return { tree: await source.treeOf(head), changes: [] };
  const options = withIndex(source.options, draft.index.path);
  await takePaths(source, draft.paths, options);
  const [tree, changes, indexTree] = await Promise.all([
    writeTree(options),
    runGit([...diffArguments, head ?? emptyTree(source.format)], options),
    writeIndexTree(source, draft),
  ]);
  const distinct = indexTree !== undefined && indexTree !== tree && indexTree !== (head && (await source.treeOf(head)));
  return { tree, changes: parseTreeDiff(changes), ...(distinct ? { indexTree } : {}) };
}

/**
 * Puts paths as they are on the disk into the private index. What lies below a symbolic link or is a folder now is gone as a file,
 * but update-index stops there instead of removing it, so those are named apart.
 */
async function takePaths(source: CaptureSource, paths: readonly string[], options: RunOptions): Promise<void> {
  const { root } = source.place;
  const obstacle = obstacleFinder(root);
  const gone = new Set(paths.filter((path) => obstacle(path) !== undefined || isPlainFolder(diskPath(root, path))));
  const update = (flags: readonly string[], some: readonly string[]) =>
    some.length === 0
      ? undefined
      : runGit(['update-index', '-z', ...flags, '--stdin'], { ...options, stdin: nulJoined(some) });
  await update(['--force-remove'], [...gone]);
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

const diffArguments = [
  'diff-index',
  '--cached',
  '--raw',
  '--numstat',
  '-z',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=none',
  '--abbrev=64',
] as const;

/** The index as a tree, when something is staged. One with conflicts has no tree. */
async function writeIndexTree(source: CaptureSource, draft: Draft): Promise<string | undefined> {
  const { entries } = draft.status;
  const staged = entries.some((entry) => entry.kind === 'tracked' && entry.staged !== '.');
  if (!staged || draft.index.bytes === undefined || entries.some((entry) => entry.kind === 'conflicted'))
    return undefined;
  const path = userCopy(draft.index);
  writeFileSync(path, draft.index.bytes);
  return writeTree(withIndex(source.options, path));
}

async function writeTree(options: RunOptions): Promise<string> {
  return (await runGit(['write-tree', '--missing-ok'], options)).toString().trim();
}

function userCopy(index: SeededIndex): string {
  return `${index.path}-user`;
}

export function withIndex(options: RunOptions, path: string): RunOptions {
  return { ...options, env: { ...options.env, GIT_INDEX_FILE: path } };
}
