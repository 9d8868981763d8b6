import { createHash } from 'node:crypto';
import type { Oid } from '../core/checkpoint.ts';
import type { ObjectType } from './engine.ts';

export type ObjectFormat = 'sha1' | 'sha256';

/** What git hashes and stores: `type size NUL bytes`. */
export function framed(type: ObjectType, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`, 'latin1'), bytes]);
}

/** The object id that git would give. */
export function objectId(format: ObjectFormat, type: ObjectType, bytes: Uint8Array): Oid {
  return createHash(format).update(framed(type, bytes)).digest('hex');
}

/** The id of the tree with nothing in it; git knows it without an object. */
export function emptyTree(format: ObjectFormat): Oid {
  return objectId(format, 'tree', new Uint8Array());
}

/** How git writes "no object" in this repository. */
export function zeroOid(format: ObjectFormat): Oid {
  return '0'.repeat(format === 'sha1' ? 40 : 64);
}
