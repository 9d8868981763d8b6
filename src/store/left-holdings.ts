import { isDamaged } from '../core/checkpoint.ts';
import type { GitEngine } from '../git/engine.ts';
import { type LeftRecord, listLeftRecords } from '../local/nested-records.ts';
import { removeScratch } from '../local/scratch.ts';
import { readInChunks } from './read-in-chunks.ts';
import { holdersOf, releaseNested } from './release-nested.ts';
import { listCheckpointRefs } from './state.ts';
import { readTrash } from './trash.ts';

/** Paths of nested repositories that hold something for a checkpoint that never came to be, or is gone: a save or a removal was cut off. */
export async function findLeftHoldings(engine: GitEngine): Promise<string[]> {
  return holdersOf(
    engine,
    (await readLeft(engine)).flatMap(({ holdings }) => holdings),
  );
}

/** Has them let go of it; answers their paths. */
export async function releaseLeftHoldings(engine: GitEngine): Promise<string[]> {
  const left = await readLeft(engine);
  const holdings = left.flatMap((record) => record.holdings);
  const paths = await holdersOf(engine, holdings);
  await releaseNested(engine, holdings);
  for (const { path } of left) removeScratch(path);
  return paths;
}

/** Records of processes that died, without the checkpoints that are there. */
async function readLeft(engine: GitEngine): Promise<LeftRecord[]> {
  const records = listLeftRecords(engine.place);
  if (records.length === 0) return [];
  const living = await readUids(engine);
  if (living === undefined) return [];
  return records.map(({ path, holdings }) => ({ path, holdings: holdings.filter(({ uid }) => !living.has(uid)) }));
}

/** The uids of all checkpoints, also in the trash; undefined where one cannot be told, because then none may be taken for gone. */
async function readUids(engine: GitEngine): Promise<Set<string> | undefined> {
  const uids = new Set<string>();
  for await (const chunk of readInChunks(engine, await listCheckpointRefs(engine), { briefly: true })) {
    for (const entry of chunk) {
      if (isDamaged(entry)) return undefined;
      uids.add(entry.note.uid);
    }
  }
  for (const { note } of await readTrash(engine)) {
    if (note === undefined) return undefined;
    uids.add(note.uid);
  }
  return uids;
}
