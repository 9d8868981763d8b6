import type { Oid } from '../../core/checkpoint.ts';
import type { ReachedObject } from '../engine.ts';
import { DIRECTORY } from '../tree-bytes.ts';
import { type BytePath, below, textOf } from './byte-path.ts';
import { History } from './history.ts';
import type { RepositoryParts } from './repository-parts.ts';

/** How many of the known tips are looked into; what the others have in common with the new ones is sent again at worst. */
const MOST_TIPS = 64;

/** Objects that the commits reach and the known ones do not (see the contract). */
export function reachedBeyond(
  parts: RepositoryParts,
  commits: readonly Oid[],
  known: readonly string[],
): ReachedObject[] {
  const { objects, refs } = parts;
  const tips = known
    .flatMap((name) => (name.endsWith('/') ? refs.list(name).map(({ oid }) => oid) : [name]))
    .map((oid) => objects.find(oid))
    .filter((object) => object !== undefined);
  const starts = commits
    .map((oid) => ({ oid, type: objects.find(oid)?.type }))
    .filter(({ type }) => type !== undefined);
  const knownCommits = tips.filter(({ type }) => type === 'commit').map(({ oid }) => oid);
  const wanted = starts.filter(({ type }) => type === 'commit').map(({ oid }) => oid);
  const { theirs } = new History(objects, parts.place).split(knownCommits, wanted);
  const inside = new Set(theirs.map(({ oid }) => oid));
  const border = theirs.flatMap(({ parents }) =>
    parents.filter((parent) => !inside.has(parent) && objects.has(parent)),
  );
  const collector = new Collector(parts);
  for (const oid of new Set([...border, ...knownCommits.slice(-MOST_TIPS)])) collector.skip(oid);
  for (const { oid, type } of tips) if (type !== 'commit') collector.seen.add(oid);
  const found = [
    ...theirs.map(({ oid }) => ({ oid, path: '' })),
    ...starts
      .filter(({ oid, type }) => type === 'blob' && !collector.seen.has(oid))
      .map(({ oid }) => ({ oid, path: '' })),
  ];
  return [...found, ...theirs.flatMap(({ tree }) => collector.collect(tree, ''))];
}

/** Walks trees, each object once. */
class Collector {
  readonly #parts: RepositoryParts;
  readonly seen = new Set<Oid>();

  constructor(parts: RepositoryParts) {
    this.#parts = parts;
  }

  /** Everything in a commit's tree counts as seen. */
  skip(commit: Oid): void {
    const tree = /^tree ([0-9a-f]{40})/.exec(this.#parts.objects.load(commit, 'commit').toString('latin1', 0, 64))?.[1];
    if (tree !== undefined && this.#parts.objects.has(tree)) this.collect(tree, '');
  }

  collect(tree: Oid, path: BytePath): ReachedObject[] {
    if (this.seen.has(tree)) return [];
    this.seen.add(tree);
    const found: ReachedObject[] = [{ oid: tree, path: textOf(path) }];
    for (const { name, mode, oid } of this.#parts.objects.tree(tree)) {
      const inner = below(path, name);
      if (mode === DIRECTORY) found.push(...this.collect(oid, inner));
      else if (mode !== '160000' && !this.seen.has(oid)) {
        this.seen.add(oid);
        found.push({ oid, path: textOf(inner) });
      }
    }
    return found;
  }
}
