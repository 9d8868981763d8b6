import type { Checkpoint, DamagedCheckpoint } from '../core/checkpoint.ts';
import { readAhead } from '../core/read-ahead.ts';
import type { GitEngine } from '../git/engine.ts';
import type { KnownTrees } from '../git/read-trees.ts';
import { readCheckpoints } from './load.ts';
import type { Reading } from './note-text.ts';
import { type CheckpointRef, readState } from './state.ts';

type Entry = Checkpoint | DamagedCheckpoint;

/** As many as are read quickly in one go. Somebody may look at the first page only; and who reads all has several chunks in memory. */
const CHUNK = 64;

/** Reads any number of checkpoints, in the order asked, as far as somebody asks for more. After the second chunk the next is read ahead. */
export async function* readInChunks(
  engine: GitEngine,
  refs: readonly CheckpointRef[],
  reading: Reading = {},
): AsyncGenerator<Entry[], void> {
  const known = { state: await readState(engine), noteTrees: new Map() as KnownTrees };
  const read = (part: readonly CheckpointRef[]) => {
    const commits = new Map(part.map(({ number, commit }) => [number, commit]));
    return readCheckpoints(engine, [...commits.keys()], { ...reading, ...known, commits });
  };
  if (refs.length > 0) yield await read(refs.slice(0, CHUNK));
  yield* readAhead(rest(refs, read));
}

async function* rest(
  refs: readonly CheckpointRef[],
  read: (part: readonly CheckpointRef[]) => Promise<Entry[]>,
): AsyncGenerator<Entry[], void> {
  for (let at = CHUNK; at < refs.length; at += CHUNK) yield await read(refs.slice(at, at + CHUNK));
}
