import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createDeflate } from 'node:zlib';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import { type LooseStore, nameLoose } from '../loose.ts';
import { CrlfRemover } from './line-ends.ts';

/** A file's way into the object store, without ever being in memory as a whole. */
export interface BlobStream {
  readonly path: string | Buffer;
  /** Of the blob, known before: git's header begins with it. */
  readonly size: number;
  readonly removeCrlf: boolean;
}

/** The id that the blob will have. */
export async function hashStream(blob: BlobStream): Promise<Oid> {
  const hash = createHash('sha1').update(`blob ${blob.size}\0`);
  for await (const chunk of contentOf(blob)) hash.update(chunk);
  return hash.digest('hex');
}

/** Writes the blob: temporary file first, named by its hash at the end. */
export async function writeStream(store: LooseStore, blob: BlobStream): Promise<Oid> {
  const temporary = join(store.directory, `tmp_obj_${randomBytes(6).toString('hex')}`);
  const hash = createHash('sha1');
  const file = await open(temporary, 'wx', 0o444);
  try {
    await pipeline(framed(blob, hash), createDeflate({ level: 1 }), async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) await file.writeFile(chunk);
    });
    if (store.fsync) await file.sync();
    await file.close();
    const oid = hash.digest('hex');
    nameLoose(store, oid, temporary);
    return oid;
  } finally {
    // Closed already, or there is another error to tell.
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
  }
}

async function* framed(blob: BlobStream, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  const head = Buffer.from(`blob ${blob.size}\0`);
  hash.update(head);
  yield head;
  for await (const chunk of contentOf(blob)) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* contentOf(blob: BlobStream): AsyncGenerator<Buffer> {
  const remover = blob.removeCrlf ? new CrlfRemover() : undefined;
  let size = 0;
  for await (const chunk of createReadStream(blob.path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    const output = remover?.push(chunk) ?? chunk;
    size += output.length;
    yield output;
  }
  const rest = remover?.end() ?? Buffer.alloc(0);
  if (size + rest.length !== blob.size) {
    throw new Failure('fatal', `${blob.path} was changed while it was read`, { hint: 'Try again.' });
  }
  yield rest;
}
