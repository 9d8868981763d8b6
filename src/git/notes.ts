import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { editTree, type Leaf, type TreeWriter } from './edit-tree.ts';
import type { GitEngine } from './engine.ts';
import { readTrees, type TreeReader } from './read-trees.ts';
import { DIRECTORY, REGULAR } from './tree-bytes.ts';

/** A tree of the notes is not there: they must be rebuilt before any can be written. */
export class DamagedNotes extends Failure {
  constructor(tree: Oid) {
    super('fatal', `the notes of the checkpoints are damaged: object ${tree} cannot be read`, {
      hint: 'Run `git checkpoint doctor --repair`.',
    });
  }
}

/** Where the note of a commit lies, and where a new one goes. */
interface Place {
  /** Paths and blobs; more than one where an old layout was not cleared away. */
  readonly found: Map<string, Oid>;
  path: string;
}

/**
 * Notes are read in every layout that git writes: flat, `ab/cdef…`, `ab/cd/ef…`, and mixtures. New ones go where a matching
 * folder is, else one folder deep, so that a save rewrites two small trees however many notes there are.
 */
async function locate(reader: TreeReader, root: Oid | undefined, commits: readonly Oid[]) {
  const places = new Map(
    commits.map((commit): [Oid, Place] => [
      commit,
      { found: new Map(), path: `${commit.slice(0, 2)}/${commit.slice(2)}` },
    ]),
  );
  const missing = new Set<Oid>();
  let open = root === undefined ? [] : [...places].map(([rest, place]) => ({ place, tree: root, folder: '', rest }));
  while (open.length > 0) {
    const trees = await readTrees(reader, [...new Set(open.map(({ tree }) => tree))]);
    open = open.flatMap(({ place, tree, folder, rest }) => {
      const entries = trees.get(tree);
      if (entries === undefined) missing.add(tree);
      const note = entries?.get(rest);
      if (note !== undefined && note.mode !== DIRECTORY) place.found.set(folder + rest, note.oid);
      const [head, tail] = [rest.slice(0, 2), rest.slice(2)];
      const inner = entries?.get(head);
      if (inner?.mode !== DIRECTORY) return [];
      place.path = `${folder}${head}/${tail}`;
      return [{ place, tree: inner.oid, folder: `${folder}${head}/`, rest: tail }];
    });
  }
  return { places, missing };
}

/** The blobs of the commits that have a note. */
export async function findNotes(
  reader: TreeReader,
  root: Oid | undefined,
  commits: readonly Oid[],
): Promise<Map<Oid, Oid>> {
  const { places } = await locate(reader, root, commits);
  const blobs = [...places].map(([commit, { found }]) => [commit, [...found.values()][0]] as const);
  return new Map(blobs.flatMap(([commit, blob]) => (blob === undefined ? [] : [[commit, blob]])));
}

/** Paths and blobs of all notes that can be read, and whether that is all of them. */
export async function readableNotes(
  engine: TreeReader & Pick<GitEngine, 'missingObjects'>,
  root: Oid | undefined,
): Promise<{ readonly leaves: ReadonlyMap<string, Leaf>; readonly isWhole: boolean }> {
  const leaves = new Map<string, Leaf>();
  let isWhole = true;
  let open = root === undefined ? [] : [{ tree: root, folder: '' }];
  while (open.length > 0) {
    const trees = await readTrees(engine, [...new Set(open.map(({ tree }) => tree))]);
    open = open.flatMap(({ tree, folder }) => {
      const entries = trees.get(tree);
      if (entries === undefined) isWhole = false;
      const all = [...(entries?.values() ?? [])];
      for (const { name, mode, oid } of all) if (mode !== DIRECTORY) leaves.set(folder + name, { mode, oid });
      return all
        .filter(({ mode }) => mode === DIRECTORY)
        .map(({ name, oid }) => ({ tree: oid, folder: `${folder}${name}/` }));
    });
  }
  const lost = new Set(await engine.missingObjects([...leaves.values()].map(({ oid }) => oid)));
  for (const [path, { oid }] of leaves) if (lost.has(oid)) leaves.delete(path);
  return { leaves, isWhole: isWhole && lost.size === 0 };
}

/** Sets notes, or removes those whose blob is undefined; answers the new notes tree. Everything else stays as it is. */
export async function editNotes(
  writer: TreeWriter,
  root: Oid | undefined,
  edits: ReadonlyMap<Oid, Oid | undefined>,
): Promise<Oid> {
  const { places, missing } = await locate(writer, root, [...edits.keys()]);
  // Going on with an empty tree would drop every other note.
  const [tree] = missing;
  if (tree !== undefined) throw new DamagedNotes(tree);
  const leaves = new Map<string, Leaf | undefined>();
  for (const [commit, { found, path }] of places) {
    for (const old of found.keys()) leaves.set(old, undefined);
    const oid = edits.get(commit);
    if (oid !== undefined) leaves.set(path, { mode: REGULAR, oid });
  }
  return editTree(writer, root, leaves);
}
