import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { GitEngine, GitObject } from './engine.ts';
import { DIRECTORY, parseTree, type RawEntry, REGULAR, renderTree } from './tree-bytes.ts';

/** A tree of the notes is not there: they must be rebuilt before any can be written. */
export class DamagedNotes extends Failure {
  constructor(tree: Oid) {
    super('fatal', `the notes of the checkpoints are damaged: object ${tree} is missing`, {
      hint: 'Run `git checkpoint doctor --repair`.',
    });
  }
}

type Reader = Pick<GitEngine, 'readObjects' | 'objectFormat'>;
type Writer = Reader & Pick<GitEngine, 'writeObject'>;

/**
 * Notes are read in every layout that git writes: flat, `ab/cdef…`, `ab/cd/ef…`, and mixtures. New ones go where a matching
 * folder is, else one folder deep, so that a save rewrites two small trees however many notes there are.
 */
export async function findNotes(
  reader: Reader,
  root: Oid | undefined,
  commits: readonly Oid[],
): Promise<Map<Oid, Oid>> {
  const found = new Map<Oid, Oid>();
  let open = root === undefined ? [] : commits.map((commit) => ({ commit, tree: root, rest: commit }));
  while (open.length > 0) {
    const trees = await readTrees(reader, [...new Set(open.map((step) => step.tree))]);
    open = open.flatMap((step) => {
      const entries = trees.get(step.tree);
      const note = entries?.get(step.rest);
      if (note !== undefined && note.mode !== DIRECTORY) found.set(step.commit, note.oid);
      const folder = entries?.get(step.rest.slice(0, 2));
      if (note !== undefined || folder?.mode !== DIRECTORY) return [];
      return [{ commit: step.commit, tree: folder.oid, rest: step.rest.slice(2) }];
    });
  }
  return found;
}

async function readTrees(reader: Reader, oids: readonly Oid[]): Promise<Map<Oid, Map<string, RawEntry>>> {
  const objects = await reader.readObjects(oids);
  const trees = new Map<Oid, Map<string, RawEntry>>();
  for (const [at, oid] of oids.entries()) trees.set(oid, byName(entriesOf(objects[at], reader)));
  return trees;
}

function entriesOf(tree: GitObject | undefined, reader: Reader): RawEntry[] {
  return tree?.type === 'tree' ? parseTree(tree.bytes, reader.objectFormat === 'sha1' ? 40 : 64) : [];
}

function byName(entries: readonly RawEntry[]): Map<string, RawEntry> {
  return new Map(entries.map((entry) => [entry.name, entry]));
}

/** Sets notes, or removes those whose blob is undefined; answers the new notes tree. Everything else stays as it is. */
export async function editNotes(
  writer: Writer,
  root: Oid | undefined,
  edits: ReadonlyMap<Oid, Oid | undefined>,
): Promise<Oid> {
  return writer.writeObject('tree', renderTree(await editLevel(writer, root, { edits: [...edits], top: true })));
}

interface Level {
  /** What is left of the commit's name at this depth, and its blob. */
  readonly edits: readonly (readonly [string, Oid | undefined])[];
  readonly top: boolean;
}

async function editLevel(writer: Writer, tree: Oid | undefined, level: Level): Promise<RawEntry[]> {
  const [object] = tree === undefined ? [] : await writer.readObjects([tree]);
  // Going on with an empty tree would drop every other note.
  if (tree !== undefined && object === undefined) throw new DamagedNotes(tree);
  const entries = byName(entriesOf(object, writer));
  const below = new Map<string, (readonly [string, Oid | undefined])[]>();
  for (const [rest, blob] of level.edits) {
    entries.delete(rest);
    const folder = rest.slice(0, 2);
    const deeper = entries.get(folder)?.mode === DIRECTORY || level.top;
    if (deeper) below.set(folder, [...(below.get(folder) ?? []), [rest.slice(2), blob]]);
    else if (blob !== undefined) entries.set(rest, { mode: REGULAR, name: rest, oid: blob });
  }
  for (const [folder, edits] of below) {
    const inside = await editLevel(writer, entries.get(folder)?.oid, { edits, top: false });
    if (inside.length === 0) entries.delete(folder);
    else
      entries.set(folder, { mode: DIRECTORY, name: folder, oid: await writer.writeObject('tree', renderTree(inside)) });
  }
  return [...entries.values()];
}
