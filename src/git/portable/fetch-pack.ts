import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import { ownName } from '../../local/owner.ts';
import { scratchPath } from '../../local/scratch.ts';
import type { RemoteCall } from '../engine.ts';
import { DamagedObject } from '../files/pack-file.ts';
import { faultIn, neededBy } from './check-object.ts';
import { History } from './history.ts';
import { indexPack } from './index-pack.ts';
import { FLUSH, mainBand, pktLine, readPktLines } from './pkt-line.ts';
import type { RemoteSession } from './remote-session.ts';
import type { RepositoryParts } from './repository-parts.ts';

const MOST_HAVES = 256;

/** Takes back what keeps a received pack from a gc, once refs reach its objects. */
export type Release = () => void;

/** Fetches objects into a pack of their own, checked before the repository sees it. A fault is answered, not thrown. */
export async function fetchPack(
  parts: RepositoryParts,
  session: RemoteSession,
  wanted: { readonly oids: readonly Oid[]; readonly call: RemoteCall },
): Promise<{ readonly release: Release } | { readonly fault: string }> {
  const path = scratchPath(parts.place, 'fetch-');
  try {
    const body = await session.post(request(parts, session, wanted.oids));
    const id = await receive(body, path, wanted.call.progress);
    return install(parts, path, { id, wanted: wanted.oids });
  } catch (error) {
    if (error instanceof DamagedObject) return { fault: error.message };
    throw error;
  } finally {
    rmSync(path, { force: true });
  }
}

/** One round: what is wanted, what is here, done. */
function request(parts: RepositoryParts, session: RemoteSession, oids: readonly Oid[]): Buffer {
  const abilities = ['side-band-64k', 'ofs-delta', 'no-progress'].filter((name) => session.capabilities.has(name));
  const wants = oids.map((oid, at) => pktLine(`want ${oid}${at === 0 ? ` ${abilities.join(' ')}` : ''}\n`));
  return Buffer.concat([...wants, FLUSH, ...haves(parts).map((oid) => pktLine(`have ${oid}\n`)), pktLine('done\n')]);
}

function haves({ refs, objects, place }: RepositoryParts): Oid[] {
  const head = refs.resolve('HEAD');
  const tips = [...(head === undefined ? [] : [head]), ...refs.list('refs/').map(({ oid }) => oid)];
  const commits = [...new Set(tips)].slice(0, MOST_HAVES).filter((oid) => objects.find(oid)?.type === 'commit');
  return new History(objects, place).newest(commits, MOST_HAVES);
}

async function receive(body: AsyncIterable<Uint8Array>, path: string, progress: RemoteCall['progress']): Promise<Oid> {
  const hash = createHash('sha1');
  const file = await open(path, 'wx', 0o444);
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of mainBand(readPktLines(body), progress)) {
      await file.writeFile(chunk);
      // The last twenty bytes are the sum of all before them.
      const all = Buffer.concat([tail, chunk]);
      hash.update(all.subarray(0, Math.max(0, all.length - 20)));
      tail = Buffer.from(all.subarray(Math.max(0, all.length - 20)));
    }
  } finally {
    await file.close();
  }
  if (tail.length === 0) throw new Failure('fatal', 'the remote sent no objects');
  if (!hash.digest().equals(tail)) throw new DamagedObject('the received pack');
  return tail.toString('hex');
}

function install(
  parts: RepositoryParts,
  path: string,
  received: { readonly id: Oid; readonly wanted: readonly Oid[] },
): { readonly release: Release } | { readonly fault: string } {
  const needed = new Set<Oid>(received.wanted);
  let fault: string | undefined;
  const { index, offsets } = indexPack(path, (oid, object) => {
    const found = faultIn(object);
    if (found === undefined) for (const one of neededBy(object)) needed.add(one);
    else fault ??= `object ${oid}: ${found}`;
  });
  const missing = [...needed].find((oid) => !offsets.has(oid) && !parts.objects.has(oid));
  if (missing !== undefined) fault ??= `the remote did not send ${missing}`;
  if (fault !== undefined) return { fault };
  const folder = join(parts.place.commonDir, 'objects', 'pack');
  const base = join(folder, `pack-${received.id}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${base}.keep`, `git checkpoint is fetching, process ${ownName()}\n`);
  renameSync(path, `${base}.pack`);
  writeFileSync(`${base}.idx.tmp`, index, { mode: 0o444 });
  renameSync(`${base}.idx.tmp`, `${base}.idx`);
  return { release: () => rmSync(`${base}.keep`, { force: true }) };
}
