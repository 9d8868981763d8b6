import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, unlinkSync, utimesSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
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
  return join(store.directory, oid.slice(0, 2), oid.slice(2));
}

/**
 * Writes one loose object as git does: temporary file, then rename. Saves a process per object; the format is git's oldest
 * promise. Writing what is already there freshens it, so that a prune by age spares it.
 */
export function writeLoose(store: LooseStore, type: ObjectType, bytes: Uint8Array): Oid {
  const oid = objectId(store.format, type, bytes);
  const path = loosePath(store, oid);
  if (freshen(path)) return oid;
  for (let tries = 1; ; tries += 1) {
    try {
      writeAndRename(path, deflateSync(framed(type, bytes), { level: 1 }), store.fsync);
      return oid;
    } catch (cause) {
      // A gc beside us removes empty folders and temporary files: then they are made again.
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT' && tries < MOST_TRIES) continue;
      throw new Failure('fatal', `cannot write an object into ${store.directory}`, {
        hint: 'Is the disk full, or the repository read-only? Nothing was saved and nothing was lost.',
        cause,
      });
    }
  }
}

const MOST_TRIES = 8;

function writeAndRename(path: string, bytes: Uint8Array, fsync: boolean): void {
  const temporary = join(dirname(path), `tmp_obj_${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeAll(temporary, bytes, fsync);
    renameSync(temporary, path);
  } catch (cause) {
    removeQuietly(temporary);
    throw cause;
  }
}

function freshen(path: string): boolean {
  try {
    const now = new Date();
    utimesSync(path, now, now);
    return true;
  } catch {
    // Not there, or not ours to touch: writing it decides.
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
