import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, type Stats, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createInflate, inflateSync } from 'node:zlib';
import type { Oid } from '../core/checkpoint.ts';
import { moveFile } from '../local/move-file.ts';
import { loosePath, type ObjectFolder } from './loose.ts';

/** Whether the file of a loose object is there and holds what its name says. */
type LooseState = 'absent' | 'sound' | 'damaged';

/** Read in one piece up to this size. */
const SMALL = 4 << 20;

/**
 * Looks at the file of a loose object. A power cut leaves it empty or cut off, and git takes it for the object all the same when it is
 * to be written again. A file that was made after `since` is not read: what a process wrote a moment ago comes from memory, not from the
 * disk.
 */
export async function looseState(store: ObjectFolder, oid: Oid, since?: Date): Promise<LooseState> {
  const path = loosePath(store, oid);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'absent';
  if (found.size === 0) return 'damaged';
  // 0 where the file system does not know it.
  if (since !== undefined && found.birthtimeMs >= since.getTime()) return 'sound';
  return isSound(path, found, { oid, algorithm: store.format });
}

async function isSound(
  path: string,
  { size }: Stats,
  { oid, algorithm }: { readonly oid: Oid; readonly algorithm: string },
): Promise<LooseState> {
  const hash = createHash(algorithm);
  try {
    if (size <= SMALL) hash.update(inflateSync(readFileSync(path)));
    else await pipeline(createReadStream(path), createInflate(), hash, { end: false });
    return hash.digest('hex') === oid ? 'sound' : 'damaged';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'absent';
    // zlib says what is wrong with the bytes; EIO is a disk that cannot read them. Anything else is no matter of this object.
    if (code === 'EIO' || code?.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') return 'damaged';
    throw error;
  }
}

/** Moves the file of a damaged object away, so that git writes it again; answers whether it was damaged. */
export async function setAsideLoose(store: ObjectFolder, oid: Oid, to: string): Promise<boolean> {
  if ((await looseState(store, oid)) !== 'damaged') return false;
  const path = loosePath(store, oid);
  moveFile(path, to);
  // Another process may have written it again between the two.
  if ((await isSound(to, statSync(to), { oid, algorithm: store.format })) === 'damaged') return true;
  moveFile(to, path);
  return false;
}
