import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Operation } from '../core/operation.ts';
import type { World } from '../core/world.ts';
import { localPath, type PathsTo } from './files.ts';
import { withLock } from './lock.ts';
import { moveFile } from './move-file.ts';
import { appendOwnFile, readOwnFile } from './own-file.ts';
import { makeOwnFolder } from './own-folder.ts';
import { draftIn } from './scratch.ts';

const MAX_BYTES = 256 * 1024;
const MODE = 0o600;
/** Where the number of the last line is looked for: it stands at the line's end. */
const TAIL_BYTES = 4096;
const MAX_TRIES = 3;

type Place = PathsTo<'operations' | 'operations.lock'>;
type Unnumbered = Omit<Operation, 'number'>;

/**
 * Adds an operation in one write, so that two writers do not mix. The number is the next after the last line's; two processes may choose
 * the same one, and readers then count on. Answers the number.
 */
export async function appendOperation(place: Place, operation: Unnumbered, world: Pick<World, 'now'>): Promise<number> {
  const path = localPath(place, 'operations');
  makeOwnFolder(dirname(path));
  let added = appendTo(path, operation);
  // Another process put a shortened log in its place between opening and writing: the line belongs there.
  for (let tries = 1; added.replaced && tries < MAX_TRIES; tries += 1) added = appendTo(path, operation);
  if (added.size > MAX_BYTES) {
    await withLock(place, { lock: 'operations.lock', patience: 0, world }, async () => shorten(path));
  }
  return added.number;
}

function appendTo(path: string, operation: Unnumbered) {
  const file = openSync(path, 'a+', MODE);
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, tail, 0, tail.length, size - tail.length);
    const number = (lastNumber(tail.toString()) ?? lastNumber(readFileSync(path, 'utf8')) ?? 0) + 1;
    // A line that was cut off by a crash or a full disk must not take this one with it.
    const begin = size === 0 || tail.at(-1) === NEWLINE ? '' : '\n';
    const line = Buffer.from(`${begin}${render(operation, number)}`);
    if (writeSync(file, line) < line.length) throw new Error('the disk is full');
    return { number, size: size + line.length, replaced: fstatSync(file).nlink === 0 };
  } finally {
    closeSync(file);
  }
}

const NEWLINE = 10;

function render(operation: Unnumbered, number: number): string {
  return `${JSON.stringify({ ...operation, n: number })}\n`;
}

function lastNumber(text: string): number | undefined {
  const found = [...text.matchAll(/"n":(\d{1,9})\}\n/g)].at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** All operations on record, oldest first. A line that cannot be read is passed over. */
export function readOperations(place: PathsTo<'operations'>): Operation[] {
  return parseOperations(readOwnFile(localPath(place, 'operations')) ?? '');
}

function parseOperations(text: string): Operation[] {
  const operations: Operation[] = [];
  const seen = new Set<string>();
  for (const line of text.split('\n')) {
    // A line that came in while the log was shortened may be there twice.
    if (line === '' || seen.has(line)) continue;
    seen.add(line);
    const read = parseLine(line);
    if (read === undefined) continue;
    const { n, ...operation } = read;
    operations.push({ ...operation, number: Math.max(n, (operations.at(-1)?.number ?? 0) + 1) });
  }
  return operations;
}

function parseLine(line: string): (Unnumbered & { readonly n: number }) | undefined {
  try {
    const value = JSON.parse(line);
    const isOperation =
      Number.isSafeInteger(value?.n) && typeof value.kind === 'string' && Array.isArray(value.checkpoints);
    return isOperation ? value : undefined;
  } catch {
    // Cut off by a crash or a full disk; what it was about happened or not, as the store shows.
    return undefined;
  }
}

/** Keeps the newer half. What others append to the old file until it is replaced is carried over. */
function shorten(path: string): void {
  const old = openSync(path, 'r');
  try {
    const text = readFileSync(old, 'utf8');
    let room = MAX_BYTES / 2;
    const kept = parseOperations(text)
      .map(({ number, ...operation }) => render(operation, number))
      .reverse()
      .filter((line) => (room -= Buffer.byteLength(line)) >= 0)
      .reverse();
    const draft = draftIn(dirname(path));
    writeFileSync(draft, kept.join(''), { mode: MODE });
    moveFile(draft, path);
    const late = Buffer.alloc(Math.max(0, fstatSync(old).size - Buffer.byteLength(text)));
    readSync(old, late, 0, late.length, Buffer.byteLength(text));
    if (late.length > 0) appendOwnFile(path, late.toString());
  } finally {
    closeSync(old);
  }
}
