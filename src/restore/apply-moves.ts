import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { describeError, Failure } from '../core/failure.ts';
import { diskPath, foldersAbove, lstatIfThere, obstacleFinder } from '../git/disk-path.ts';
import { fingerprintOf } from '../local/fingerprint.ts';
import { moveFile } from '../local/move-file.ts';

/** One path to bring into place or to take away. */
export interface Move {
  readonly path: string;
  readonly writes: boolean;
  /** What must stand there still; undefined when nothing may. */
  readonly expected: string | undefined;
}

interface MovePlan {
  readonly root: string;
  /** Where the files to write lie ready, under their own paths. */
  readonly staged: string;
  readonly moves: readonly Move[];
  /** From the root to where the user stands: that folder is not taken from under their feet. */
  readonly standing: string;
}

/** Something on the disk is not what it was when the restore was planned. */
class ChangedMeanwhile extends Failure {
  constructor(path: string) {
    super('fatal', `${path} changed while the restore was under way`);
  }
}

/** Deletes first, then puts each file in place by a rename. Every step alone leaves the old file, the new one, or none. */
export function applyMoves(plan: MovePlan): void {
  const going = plan.moves.filter(({ writes }) => !writes);
  const gone = obstacleFinder(plan.root);
  for (const move of going) inWords(move.path, () => takeAway(plan, move, gone));
  for (const folder of emptied(going)) if (!isAbove(folder, plan.standing)) removeIfEmpty(diskPath(plan.root, folder));
  const makeRoom = roomMaker(plan.root);
  for (const move of plan.moves) if (move.writes) inWords(move.path, () => bringIn(plan, move, makeRoom));
}

function inWords(path: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('fatal', `cannot restore ${path}: ${describeError(cause)}`, { cause });
  }
}

function takeAway({ root }: MovePlan, move: Move, obstacle: (path: string) => string | undefined): void {
  // Below a link or a file there is not installed.
  if (obstacle(move.path) !== undefined) return;
  const path = diskPath(root, move.path);
  const stamp = fingerprintOf(path);
  if (stamp === undefined) return;
  if (stamp !== move.expected) throw new ChangedMeanwhile(move.path);
  unlinkSync(path);
}

/** Folders that may have become empty, the deepest first. */
function emptied(going: readonly Move[]): string[] {
  const folders = new Set(going.flatMap(({ path }) => foldersAbove(path)));
  return [...folders].sort((one, other) => other.length - one.length);
}

function isAbove(folder: string, standing: string): boolean {
  return standing === folder || standing.startsWith(`${folder}/`);
}

function removeIfEmpty(folder: string | Buffer): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EBUSY'].includes(code)) throw error;
  }
}

/** Makes the folders above paths, never behind a link. */
function roomMaker(root: string): (path: string) => void {
  const obstacle = obstacleFinder(root);
  const made = new Set<string>();
  return (path) => {
    const folder = foldersAbove(path).at(-1);
    if (folder === undefined || made.has(folder)) return;
    const above = obstacle(path);
    if (above !== undefined) throw new ChangedMeanwhile(above);
    mkdirSync(diskPath(root, folder), { recursive: true });
    made.add(folder);
  };
}

function bringIn({ root, staged }: MovePlan, move: Move, makeRoom: (path: string) => void): void {
  const path = diskPath(root, move.path);
  makeRoom(move.path);
  if (fingerprintOf(path) !== move.expected) throw new ChangedMeanwhile(move.path);
  if (lstatIfThere(path)?.isDirectory()) removeEmptyFolders(path);
  moveInto(diskPath(staged, move.path), path);
}

/** A folder without files in it is nothing that git knows, and goes where a file must come. */
function removeEmptyFolders(folder: string | Buffer): void {
  for (const name of readdirSync(folder, { encoding: 'buffer' }))
    removeEmptyFolders(Buffer.concat([Buffer.from(folder), Buffer.from('/'), name]));
  rmdirSync(folder);
}

function moveInto(from: string | Buffer, to: string | Buffer): void {
  try {
    moveFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // git's directory and the working tree are on different file systems: copy beside the file, then rename.
    const beside = Buffer.concat([Buffer.from(to), Buffer.from(BESIDE)]);
    rmSync(beside, { force: true });
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from, { encoding: 'buffer' }), beside);
    else copyFileSync(from, beside);
    moveFile(beside, to);
  }
}

const BESIDE = '.git-checkpoint-restore';

/** Removes what a restore between two file systems left when it was cut off. */
export function removeCopiesBeside(root: string, paths: readonly string[]): void {
  const obstacle = obstacleFinder(root);
  for (const path of paths)
    if (obstacle(path) === undefined)
      rmSync(Buffer.concat([Buffer.from(diskPath(root, path)), Buffer.from(BESIDE)]), { force: true });
}
