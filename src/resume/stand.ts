import { diskPath, lstatIfThere } from '../git/disk-path.ts';
import type { StatusEntry, WorktreeStatus } from '../git/engine.ts';
import { isChangedBefore } from './changed-before.ts';
import type { DriftMaterial } from './drift-since.ts';

/**
 * How a working tree stood: what git told of it, and when each of the files that it named was last changed. While both are the same, so
 * is every file.
 */
export interface Stand {
  readonly told: string;
  readonly paths: readonly string[];
  /** Two numbers for each path. */
  readonly stamps: readonly number[];
}

/** Beyond this, comparing stamps would take as long as making a pack. */
const MOST_FILES = 5000;

/**
 * The stand in which a look that began then saw nothing changed since a checkpoint. Undefined where stamps cannot tell: a file was touched
 * during the look or a moment before, something is a folder, or files count that git does not name.
 */
export function standOf(root: string, { checkpoint, changes, status }: DriftMaterial, began: Date): Stand | undefined {
  const { mode, skipped } = checkpoint.note;
  const passedOver = new Set(skipped.map(({ path }) => path));
  const counting = status.entries.filter(({ path, kind }) => kind !== 'nested-repository' && !passedOver.has(path));
  const paths = new Set(counting.map(({ path }) => path));
  const areNamed = changes.every(({ path, from = path }) => paths.has(path) && paths.has(from));
  if (mode === 'summary' || !areNamed || paths.size > MOST_FILES) return undefined;
  const stamps: number[] = [];
  for (const path of paths) {
    const found = lstatIfThere(diskPath(root, path));
    if (found !== undefined && (found.isDirectory() || !isChangedBefore(found, began))) return undefined;
    stamps.push(found?.ino ?? 0, found?.ctimeMs ?? 0);
  }
  return { told: wordsOf(status), paths: [...paths], stamps };
}

/** Whether the files are those of a stand: what took a file's place has another number. */
export function hasSameFiles(root: string, { paths, stamps }: Stand): boolean {
  return paths.every((path, at) => {
    const found = lstatIfThere(diskPath(root, path));
    return (found?.ino ?? 0) === stamps[2 * at] && (found?.ctimeMs ?? 0) === stamps[2 * at + 1];
  });
}

/** Whether git tells now what it told then. */
export function isToldAlike(status: WorktreeStatus, { told }: Stand): boolean {
  return wordsOf(status) === told;
}

function wordsOf({ head, branch, entries }: WorktreeStatus): string {
  return [head, branch, ...entries.map(wordOf)].join('\0');
}

function wordOf({ path, kind, staged, unstaged, dirtySubmodule }: StatusEntry): string {
  return `${kind} ${staged}${unstaged}${dirtySubmodule ? '+' : ''} ${path}`;
}
