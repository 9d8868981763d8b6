import type { Oid } from '../../core/checkpoint.ts';
import { parseCommit } from '../commit-bytes.ts';
import type { GitObject, ReachedObject } from '../engine.ts';
import type { RefReader } from '../files/ref-reader.ts';
import { DIRECTORY, parseTree, type RawEntry } from '../tree-bytes.ts';

const FEW = 20;
const SUBMODULE = '160000';

/** What is needed of a repository that can be read without a process. */
export interface Nearby {
  readonly refs: RefReader;
  readonly read: (names: readonly string[]) => Promise<readonly (GitObject | undefined)[]>;
}

/**
 * What few commits reach beyond known ones, when each was made on one of those or beside it, as checkpoints are: then the trees tell, and
 * no process is needed. Undefined when it is not so simple.
 */
export async function reachedNearby(
  repository: Nearby,
  asked: { readonly commits: readonly Oid[]; readonly known: readonly string[] },
): Promise<ReachedObject[] | undefined> {
  if (asked.commits.length > FEW) return undefined;
  const walk = { read: repository.read, found: new Map<Oid, string>(), known: await knownCommits(repository, asked) };
  for (const commit of asked.commits) if (!(await addCommit(walk, commit, true))) return undefined;
  return [...walk.found].map(([oid, path]) => ({ oid, path }));
}

interface Walk {
  readonly read: Nearby['read'];
  /** Objects and their paths. */
  readonly found: Map<Oid, string>;
  readonly known: ReadonlySet<Oid>;
}

/** The known commits, and those that the named ones among them were made on. */
async function knownCommits({ refs, read }: Nearby, asked: { readonly known: readonly string[] }): Promise<Set<Oid>> {
  const prefixes = asked.known.filter((name) => name.endsWith('/'));
  const named = asked.known.filter((name) => !name.endsWith('/'));
  const known = new Set([...prefixes.flatMap((prefix) => refs.list(prefix).map(({ oid }) => oid)), ...named]);
  for (const object of await read(named)) {
    const parents = object?.type === 'commit' ? parseCommit(object.bytes)?.parents : undefined;
    for (const parent of parents ?? []) known.add(parent);
  }
  return known;
}

/** Adds a commit that stands on a known one. It may have another beside it that does too: a checkpoint's index. */
async function addCommit(walk: Walk, commit: Oid, mayHaveIndex: boolean): Promise<boolean> {
  if (walk.known.has(commit)) return true;
  const [object] = await walk.read([commit]);
  const facts = object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
  const [base, ...others] = facts?.parents ?? [];
  if (facts === undefined || (base !== undefined && !walk.known.has(base))) return false;
  walk.found.set(commit, '');
  for (const other of others) if (!mayHaveIndex || !(await addCommit(walk, other, false))) return false;
  const before = base === undefined ? [] : await walk.read([`${base}^{tree}`]);
  if (base !== undefined && before[0] === undefined) return false;
  return addTree(walk, { oid: facts.tree, path: '' }, before[0]?.oid);
}

/** Adds a tree and what in it is otherwise than in the one before. */
async function addTree(walk: Walk, tree: ReachedObject, before: Oid | undefined): Promise<boolean> {
  if (tree.oid === before || walk.found.has(tree.oid)) return true;
  const [after, old] = await walk.read([tree.oid, ...(before === undefined ? [] : [before])]);
  if (after === undefined || (before !== undefined && old === undefined)) return false;
  walk.found.set(tree.oid, tree.path);
  for (const { entry, below } of changedEntries(after, old)) {
    const path = inside(tree.path, Buffer.from(entry.name, 'latin1').toString());
    if (entry.mode !== DIRECTORY) walk.found.set(entry.oid, walk.found.get(entry.oid) ?? path);
    else if (!(await addTree(walk, { oid: entry.oid, path }, below))) return false;
  }
  return true;
}

/** Entries that are new, and the folder under the same name before. Commits of submodules are not objects of this repository. */
function changedEntries(
  after: GitObject,
  before: GitObject | undefined,
): { entry: RawEntry; below: Oid | undefined }[] {
  const earlier = new Map(entriesOf(before).map((entry) => [entry.name, entry]));
  const changed = entriesOf(after).filter(
    ({ name, oid, mode }) => earlier.get(name)?.oid !== oid && mode !== SUBMODULE,
  );
  return changed.map((entry) => {
    const was = earlier.get(entry.name);
    return { entry, below: was?.mode === DIRECTORY ? was.oid : undefined };
  });
}

function entriesOf(tree: GitObject | undefined): RawEntry[] {
  return tree === undefined ? [] : parseTree(tree.bytes, 40);
}

function inside(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
