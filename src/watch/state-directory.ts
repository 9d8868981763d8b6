import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeError, Failure } from '../core/failure.ts';
import { moveFile } from '../local/move-file.ts';
import { draftIn } from '../local/scratch.ts';
import { type CheckpointData, isCheckpointData } from './checkpoint-data.ts';

/** Called with each file that is skipped because it is damaged. */
export type Warn = (warning: Error) => void;

export function checkpointsDirectory(stateDir: string): string {
  return join(resolve(stateDir), 'checkpoints');
}

/** All captures in a state directory, by number. */
export function readCaptures(stateDir: string, warn: Warn): CheckpointData[] {
  return numbersIn(checkpointsDirectory(stateDir)).flatMap((number) => readCapture(stateDir, number, warn) ?? []);
}

/** The newest capture that can be read. */
export function readLatestCapture(stateDir: string, warn: Warn): CheckpointData | undefined {
  for (const number of numbersIn(checkpointsDirectory(stateDir)).reverse()) {
    const capture = readCapture(stateDir, number, warn);
    if (capture !== undefined) return capture;
  }
  return undefined;
}

/** Writes a capture under its number, whatever is there. */
export function writeCapture(stateDir: string, capture: CheckpointData): CheckpointData {
  publish(stateDir, capture, replace);
  return capture;
}

/** Writes a capture under the next number that nobody has: another process may use the same directory. */
export function appendCapture(stateDir: string, capture: Omit<CheckpointData, 'number'>): CheckpointData {
  for (let number = (numbersIn(checkpointsDirectory(stateDir)).at(-1) ?? 0) + 1; ; number += 1) {
    const numbered = { number, ...capture };
    if (publish(stateDir, numbered, claim)) return numbered;
  }
}

type Publish = (draft: string, path: string) => boolean;

function replace(draft: string, path: string): boolean {
  moveFile(draft, path);
  return true;
}

/** A link is made only where nothing is; a file system without links has to be trusted with a rename. */
function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST' && replace(draft, path);
  }
}

/** Writes beside the place and moves there, so that a crash leaves no half file. */
function publish(stateDir: string, capture: CheckpointData, move: Publish): boolean {
  const path = pathOf(stateDir, capture.number);
  const draft = draftIn(checkpointsDirectory(stateDir));
  try {
    mkdirSync(checkpointsDirectory(stateDir), { recursive: true });
    writeFileSync(draft, `${JSON.stringify(capture, undefined, 2)}\n`);
    const moved = move(draft, path);
    rmSync(draft, { force: true });
    return moved;
  } catch (cause) {
    throw new Failure('fatal', `cannot write ${path}: ${describeError(cause)}`, { cause });
  }
}

function readCapture(stateDir: string, number: number, warn: Warn): CheckpointData | undefined {
  const path = pathOf(stateDir, number);
  try {
    const capture: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isCheckpointData(capture)) return capture;
    warn(new Failure('fatal', `${path} was skipped: it is not a checkpoint`));
  } catch (cause) {
    warn(new Failure('fatal', `${path} was skipped: ${describeError(cause)}`, { cause }));
  }
  return undefined;
}

function numbersIn(directory: string): number[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return [];
    throw new Failure('fatal', `cannot read ${directory}: ${describeError(cause)}`, { cause });
  }
  const numbers = names.flatMap((name) => /^(\d{3,9})-checkpoint\.json$/.exec(name)?.[1] ?? []).map(Number);
  return numbers.sort((one, other) => one - other);
}

function pathOf(stateDir: string, number: number): string {
  return join(checkpointsDirectory(stateDir), `${String(number).padStart(3, '0')}-checkpoint.json`);
}
