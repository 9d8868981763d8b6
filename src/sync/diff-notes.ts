import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine } from '../git/engine.ts';
import { DIRECTORY, parseTree, type RawEntry } from '../git/tree-bytes.ts';

/** The note of a commit on either side; an absent one is not there. */
export interface NotePair {
  readonly ours?: Oid;
  readonly theirs?: Oid;
}

type Reader = Pick<GitEngine, 'readObjects' | 'objectFormat'>;

/**
 * The commits whose notes differ between two notes trees. Folders that are equal are not opened, so that the cost follows what
 * changed; either tree may have any layout that git writes.
 */
export async function diffNotes(reader: Reader, ours?: Oid, theirs?: Oid): Promise<Map<Oid, NotePair>> {
  const pairs = new Map<Oid, { ours?: Oid; theirs?: Oid }>();
  await diffLevel({ reader, pairs }, '', { ...side('ours', ours), ...side('theirs', theirs) });
  for (const [commit, pair] of pairs) if (pair.ours === pair.theirs) pairs.delete(commit);
  return pairs;
}

interface Walk {
  readonly reader: Reader;
  readonly pairs: Map<Oid, { ours?: Oid; theirs?: Oid }>;
}

async function diffLevel(walk: Walk, prefix: string, trees: NotePair): Promise<void> {
  if (trees.ours === trees.theirs) return;
  const [ours, theirs] = await Promise.all([entriesOf(walk.reader, trees.ours), entriesOf(walk.reader, trees.theirs)]);
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    const pair = { ours: ours.get(name), theirs: theirs.get(name) };
    if (pair.ours?.oid === pair.theirs?.oid) continue;
    const folder = (entry: RawEntry | undefined) => (entry?.mode === DIRECTORY ? entry.oid : undefined);
    const below = { ...side('ours', folder(pair.ours)), ...side('theirs', folder(pair.theirs)) };
    if (Object.keys(below).length > 0) await diffLevel(walk, prefix + name, below);
    for (const which of ['ours', 'theirs'] as const) {
      const entry = pair[which];
      if (entry === undefined || entry.mode === DIRECTORY) continue;
      walk.pairs.set(prefix + name, { ...walk.pairs.get(prefix + name), [which]: entry.oid });
    }
  }
}

async function entriesOf(reader: Reader, tree: Oid | undefined): Promise<Map<string, RawEntry>> {
  const [object] = tree === undefined ? [] : await reader.readObjects([tree]);
  if (object?.type !== 'tree') return new Map();
  return new Map(parseTree(object.bytes, reader.objectFormat === 'sha1' ? 40 : 64).map((entry) => [entry.name, entry]));
}

function side<K extends 'ours' | 'theirs'>(which: K, oid: Oid | undefined): { [key in K]?: Oid } {
  return (oid === undefined ? {} : { [which]: oid }) as { [key in K]?: Oid };
}
