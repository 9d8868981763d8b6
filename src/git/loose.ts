import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { moveFile } from '../local/move-file.ts';
import type { ObjectType } from './engine.ts';
import { framed, type ObjectFormat, objectId } from './hash.ts';

export interface ObjectFolder {
  /** `<common dir>/objects`. */
  readonly directory: string;
  readonly format: ObjectFormat;
}

export interface LooseStore extends ObjectFolder {
  /** Whether the user asked git to harden loose objects too. */
  readonly fsync: boolean;
}

/** Where a loose object lies, there or not. */
export function loosePath(store: ObjectFolder, oid: Oid): string {
  return `${store.directory}/${oid.slice(0, 2)}/${oid.slice(2)}`;
}

/**
 * Writes one loose object as git does: temporary file, then rename. Saves a process per object; the format is git's oldest
 * promise. Writing what is already there freshens it, so that a prune by age spares it.
 */
export function writeLoose(store: LooseStore, type: ObjectType, bytes: Uint8Array): Oid {
  const oid = objectId(store.format, type, bytes);
  const path = loosePath(store, oid);
  if (isWhole(path, { oid, format: store.format }) && freshen(path)) return oid;
  const compressed = deflateSync(framed(type, bytes), { level: 1 });
  retried(store, () => writeAndRename(path, compressed, store.fsync));
  return oid;
}

const MAX_TRIES = 8;

function retried(store: LooseStore, write: () => void): void {
  for (let tries = 1; ; tries += 1) {
    try {
      write();
      return;
    } catch (cause) {
      // A gc beside us removes empty folders and temporary files: then they are made again, here or by another save.
      if (['ENOENT', 'EEXIST'].includes((cause as NodeJS.ErrnoException).code ?? '') && tries < MAX_TRIES) continue;
      throw new Failure('fatal', `cannot write an object into ${store.directory}`, {
        hint: 'Is the disk full, or the repository read-only? Nothing was saved and nothing was lost.',
        cause,
      });
    }
  }
}

/** Not the folders above: a repository that was deleted must not come back. */
function makeFolder(folder: string): void {
  if (!existsSync(folder)) mkdirSync(folder);
}

function writeAndRename(path: string, bytes: Uint8Array, fsync: boolean): void {
  const folder = dirname(path);
  const temporary = `${folder}/tmp_obj_${process.pid}${Math.random().toString(36).slice(2)}`;
  try {
    makeFolder(folder);
    writeAll(temporary, bytes, fsync);
    moveFile(temporary, path);
  } catch (cause) {
    removeQuietly(temporary);
    throw cause;
  }
}

/** A crash may leave an empty or cut file; a new one takes its place. */
function isWhole(path: string, { oid, format }: { readonly oid: Oid; readonly format: ObjectFormat }): boolean {
  if (!existsSync(path)) return false;
  try {
    return (
      createHash(format)
        .update(inflateSync(readFileSync(path)))
        .digest('hex') === oid
    );
  } catch {
    // Damaged, unreadable or gone again: writing it decides.
    return false;
  }
}

function freshen(path: string): boolean {
  try {
    const now = new Date();
    utimesSync(path, now, now);
    return true;
  } catch {
    // Gone again, or not ours to touch: writing it decides.
    return false;
  }
}

function writeAll(path: string, bytes: Uint8Array, fsync: boolean): void {
  const file = openSync(path, 'wx', 0o444);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    if (fsync) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made; the caller's error is the one to tell.
  }
}
