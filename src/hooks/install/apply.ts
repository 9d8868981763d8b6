import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { defined } from '../../core/defined.ts';
import { describeError, Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import { moveFile } from '../../local/move-file.ts';
import type { FilePlan, FoundFile } from './plan.ts';
import { digestOf, prepareReceipts, readReceipt, removeReceipt, writeReceipt } from './receipts.ts';

type Noted = Pick<FilePlan, 'path' | 'within'>;

/** Under which the receipt of a file is kept; installations that share the file have one each. */
function nameOf({ path, within = [] }: Noted): string {
  return [path, ...within].join('#');
}

/** A file of an agent's as it is now. */
export function findFile(file: Noted, world: Pick<World, 'env'>): FoundFile {
  const { path } = file;
  const receipt = readReceipt(world, nameOf(file));
  const text = existsSync(path) ? { text: readText(path) } : {};
  return defined({ ...text, receipt });
}

/** Bytes that are no text would not survive a reading and writing. */
function readText(path: string): string {
  const bytes = trying(`cannot read ${path}`, () => readFileSync(path));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Failure('fatal', `${path} cannot be read as UTF-8 text`, { cause });
  }
}

/** Carries an installation out. */
export function applyInstall(plan: FilePlan, world: Pick<World, 'env'>): void {
  if (plan.kind !== 'write') return;
  const earlier = readReceipt(world, nameOf(plan));
  prepareReceipts(world);
  const folders = trying(`cannot write ${plan.path}`, () => makeFolders(plan.path));
  writeWhole(plan.path, plan.after);
  writeReceipt(world, {
    path: nameOf(plan),
    created: plan.created,
    folders: earlier === undefined ? folders : earlier.folders,
    digest: digestOf(plan.after),
    undos: plan.undos,
  });
}

/** Carries an uninstallation out; answers the folders that had been made for the file. */
export function applyUninstall(plan: FilePlan, world: Pick<World, 'env'>): readonly string[] {
  const receipt = readReceipt(world, nameOf(plan));
  if (plan.kind === 'write') writeWhole(plan.path, plan.after);
  if (plan.kind === 'remove') rmSync(targetOf(plan.path));
  if (plan.kind !== 'left') removeReceipt(world, nameOf(plan));
  return receipt?.folders ?? [];
}

/** Removes folders that hold nothing any more, the innermost first. */
export function removeEmptyFolders(folders: readonly string[]): void {
  const innermostFirst = [...new Set(folders)].sort((one, other) => other.length - one.length);
  for (const folder of innermostFirst) removeIfEmpty(folder);
}

/** Makes the folders above a path; answers those that were missing, the outermost first. */
function makeFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  mkdirSync(dirname(path), { recursive: true });
  return missing;
}

/** In one step, so that an agent that reads meanwhile sees the old file or the new one; a link stays a link. */
function writeWhole(path: string, text: string): void {
  const target = targetOf(path);
  const draft = `${target}.git-checkpoint-${process.pid}`;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode;
  try {
    // Never more open than the file was, not even for a moment: an agent keeps keys there.
    writeFileSync(draft, text, mode === undefined ? {} : { mode: mode & 0o777 });
    if (mode !== undefined) chmodSync(draft, mode & 0o7777);
    moveFile(draft, target);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw new Failure('fatal', `cannot write ${path}: ${describeError(cause)}`, { cause });
  }
}

function trying<T>(what: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw new Failure('fatal', `${what}: ${describeError(cause)}`, { cause });
  }
}

/** Where a path leads, also when nothing is there yet. */
export function targetOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  return link === undefined ? path : resolve(dirname(path), link);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
  }
}
