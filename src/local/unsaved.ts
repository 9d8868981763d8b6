import { rmSync } from 'node:fs';
import type { World } from '../core/world.ts';
import { localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { findUserMark, removeUserMark, writeUserMark } from './user-marks.ts';

/** That saves fail in a worktree, and what the user knows of it. */
export interface Unsaved {
  /** When the first one failed; ISO time. */
  readonly since: string;
  readonly cause: string;
  /** The cause that the user was told. */
  readonly reported?: string;
  /** Saving works again, which is still to be told. */
  readonly over?: boolean;
}

type Surroundings = Pick<World, 'env' | 'now'>;

/** Kept in the worktree, or with the user where that cannot be written. */
export function findUnsaved(place: PathsTo<'unsaved'>, world: Surroundings): Unsaved | undefined {
  return parsed(textAt(localPath(place, 'unsaved'))) ?? parsed(findUserMark(world, markOf(place)));
}

export function writeUnsaved(place: PathsTo<'unsaved'>, world: Surroundings, unsaved: Unsaved): void {
  const text = JSON.stringify(unsaved);
  try {
    writeOwnFile(localPath(place, 'unsaved'), text);
  } catch {
    // The very disk that fails may be this one. Where the other one fails too, the user is told once more.
    writeUserMark(world, markOf(place), text);
  }
}

export function removeUnsaved(place: PathsTo<'unsaved'>, world: Surroundings): void {
  rmSync(localPath(place, 'unsaved'), { force: true });
  removeUserMark(world, markOf(place));
}

function markOf({ gitDir }: PathsTo<'unsaved'>) {
  return { kind: 'unsaved', name: gitDir } as const;
}

function textAt(path: string): string | undefined {
  try {
    return readOwnFile(path);
  } catch {
    // Something else is in the place of our folder, which is why saves fail.
    return undefined;
  }
}

function parsed(text: string | undefined): Unsaved | undefined {
  try {
    const value: Unsaved = JSON.parse(text ?? '');
    return typeof value.since === 'string' && typeof value.cause === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
