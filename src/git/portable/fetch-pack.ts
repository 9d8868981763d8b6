import fs, { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { describeError, Failure } from '../../core/failure.ts';
import { moveFile } from '../../local/move-file.ts';
import { ownName } from '../../local/owner.ts';
import { scratchPath } from '../../local/scratch.ts';
import type { ObjectType, RemoteCall } from '../engine.ts';
import { faultIn, neededBy } from './check-object.ts';
import { announcing, quarantine, REMOTE } from './fetch-quarantine.ts';
import { hintFor, type RemoteSession } from './remote-session.ts';
import type { RepositoryParts } from './repository-parts.ts';

const MAX_HAVES = 256;

/**
 * Fetches objects into a pack of their own, checked before the repository sees it. A fault is answered, not thrown. `release` takes back
 * what keeps the pack from a gc, once refs reach its objects.
 */
export async function fetchPack(
  parts: RepositoryParts,
  session: RemoteSession,
  wanted: { readonly oids: readonly Oid[]; readonly call: RemoteCall },
): Promise<{ readonly release: () => void } | { readonly fault: string }> {
  const folder = scratchPath(parts.place, 'fetch-');
  try {
    const pack = await receive(parts, session, { ...wanted, folder });
    const fault = await faultOf(parts, { folder, pack, wanted: wanted.oids });
    return fault === undefined ? { release: install(parts, join(folder, pack)) } : { fault };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The path of the pack below the folder. */
async function receive(
  parts: RepositoryParts,
  session: RemoteSession,
  { oids, call, folder }: { readonly oids: readonly Oid[]; readonly call: RemoteCall; readonly folder: string },
): Promise<string> {
  const { objects } = parts;
  const request = {
    fs: quarantine(objects.gitDir, folder, await havesOf(parts)),
    http: announcing(session, oids),
    gitdir: objects.gitDir,
    url: session.url,
    remote: REMOTE,
    ref: 'refs/heads/0',
    cache: {},
    ...(call.progress && { onMessage: (text: string) => call.progress?.(`${text}\n`) }),
  };
  const fetched = await objects.git.fetch(request).catch((cause: unknown) => {
    if (cause instanceof Failure) throw cause;
    throw new Failure('fatal', `cannot fetch from '${call.remote}': ${describeError(cause)}`, {
      hint: hintFor(0),
      cause,
    });
  });
  const { packfile } = fetched as { readonly packfile?: string };
  if (packfile === undefined) throw new Failure('fatal', `'${call.remote}' sent no objects`);
  return packfile;
}

/** Commits that the remote may know: what refs name, and the newest before HEAD. */
async function havesOf({ refs, objects }: RepositoryParts): Promise<Oid[]> {
  const tips = refs.list('refs/').map(({ oid }) => oid);
  const head = refs.resolve('HEAD');
  if (head === undefined || !objects.has(head)) return tips.slice(0, MAX_HAVES);
  const newest = await objects.git.log({ ...objects.reading(), ref: head, depth: MAX_HAVES / 2 });
  return [...new Set([...newest.map(({ oid }) => oid), ...tips])].slice(0, MAX_HAVES);
}

/** What is wrong with the objects that came: every one is looked at, and all that they need must be there. */
async function faultOf(
  { objects }: RepositoryParts,
  { folder, pack, wanted }: { readonly folder: string; readonly pack: string; readonly wanted: readonly Oid[] },
): Promise<string | undefined> {
  const { oids } = await objects.git.indexPack({ fs, dir: folder, gitdir: folder, filepath: pack });
  // isomorphic-git passes over what it cannot read.
  if (oids.length !== readFileSync(join(folder, pack)).readUInt32BE(8)) return 'the received pack is damaged';
  const [needed, cache] = [new Set<Oid>(wanted), {}];
  for (const oid of oids) {
    const read = await objects.git
      .readObject({ fs, gitdir: folder, oid, format: 'content', cache })
      .catch(() => undefined);
    if (read === undefined) return 'the received pack is damaged';
    const object = { type: read.type as ObjectType, bytes: Buffer.from(read.object as Uint8Array) };
    const fault = faultIn(object);
    if (fault !== undefined) return `object ${oid}: ${fault}`;
    for (const one of neededBy(object)) needed.add(one);
  }
  const came = new Set(oids);
  const missing = [...needed].find((oid) => !came.has(oid) && !objects.has(oid));
  return missing === undefined ? undefined : `the remote did not send ${missing}`;
}

/** Moves a pack in: what keeps it first, and last the index by which git finds it. */
function install({ place }: RepositoryParts, pack: string): () => void {
  const folder = join(place.commonDir, 'objects', 'pack');
  const base = join(folder, basename(pack, '.pack'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${base}.keep`, `git checkpoint is fetching, process ${ownName()}\n`);
  moveFile(pack, `${base}.pack`);
  moveFile(pack.replace(/\.pack$/, '.idx'), `${base}.idx`);
  return () => rmSync(`${base}.keep`, { force: true });
}
