import { compareBytes, nameOf } from './byte-path.ts';
import { type ContentSource, isTextFile } from './file-content.ts';
import { type Spans, similarity, spansOf } from './similarity.ts';
import type { RawChange, TreeFile } from './tree-walk.ts';

/** Alike enough to be the same file; git's default, in percent. */
const ENOUGH = 50;
/** A file that only changed its folder must be more alike before the others are asked. */
const ENOUGH_BY_NAME = 75;
/** Above this many on either side (as a square) only equal files are paired. */
const MOST_FILES = 1000;

interface Pairing {
  readonly source: ContentSource;
  readonly added: Set<RawChange>;
  readonly deleted: Set<RawChange>;
  readonly renamed: RawChange[];
  readonly spans: Map<string, Spans>;
}

/** Turns additions and deletions that are one file moved into renames, by git's rules. */
export function findRenames(source: ContentSource, changes: readonly RawChange[]): RawChange[] {
  const files = (side: 'old' | 'new') =>
    changes.filter((change) => change[side === 'old' ? 'new' : 'old'] === undefined && change[side]?.mode !== '160000');
  const pairing: Pairing = {
    source,
    added: new Set(files('new')),
    deleted: new Set(files('old')),
    renamed: [],
    spans: new Map(),
  };
  pairEqual(pairing);
  if (pairing.added.size * pairing.deleted.size <= MOST_FILES ** 2) {
    pairByName(pairing);
    pairAlike(pairing);
  }
  const gone = new Set(pairing.renamed.flatMap((change) => [change.old?.path ?? '']));
  const came = new Map(pairing.renamed.map((change) => [change.path, change]));
  return changes
    .filter((change) => !(change.new === undefined && gone.has(change.path)))
    .map((change) => (change.old === undefined ? (came.get(change.path) ?? change) : change))
    .sort((one, other) => compareBytes(one.path, other.path));
}

function pair({ added, deleted, renamed }: Pairing, from: RawChange, to: RawChange & { score: number }): void {
  for (const change of added) if (change.path === to.path) added.delete(change);
  deleted.delete(from);
  if (from.old && to.new) renamed.push({ path: to.path, old: from.old, new: to.new, similarity: to.score });
}

function pairEqual(pairing: Pairing): void {
  for (const to of [...pairing.added]) {
    const same = [...pairing.deleted].filter(
      ({ old }) => old?.oid === to.new?.oid && old?.mode.slice(0, 3) === to.new?.mode.slice(0, 3),
    );
    const from = same.find((change) => nameOf(change.path) === nameOf(to.path)) ?? same[0];
    if (from !== undefined) pair(pairing, from, { ...to, score: 100 });
  }
}

/** A name that exactly one deleted and one added file have. */
function pairByName(pairing: Pairing): void {
  const [gone, came] = [onlyOnes(pairing.deleted), onlyOnes(pairing.added)];
  for (const [name, from] of gone) {
    const to = came.get(name);
    if (from === undefined || to === undefined) continue;
    const score = scoreOf(pairing, from, to);
    if (score >= ENOUGH_BY_NAME) pair(pairing, from, { ...to, score });
  }
}

function onlyOnes(changes: ReadonlySet<RawChange>): Map<string, RawChange | undefined> {
  const found = new Map<string, RawChange | undefined>();
  for (const change of changes) {
    const name = nameOf(change.path);
    found.set(name, found.has(name) ? undefined : change);
  }
  return found;
}

function pairAlike(pairing: Pairing): void {
  const candidates = [...pairing.added].flatMap((to) =>
    [...pairing.deleted].map((from) => ({ from, to, score: scoreOf(pairing, from, to) })),
  );
  const sameName = ({ from, to }: { from: RawChange; to: RawChange }) => Number(nameOf(from.path) === nameOf(to.path));
  candidates.sort((one, other) => other.score - one.score || sameName(other) - sameName(one));
  for (const { from, to, score } of candidates) {
    if (score < ENOUGH) return;
    if (pairing.added.has(to) && pairing.deleted.has(from)) pair(pairing, from, { ...to, score });
  }
}

function scoreOf(pairing: Pairing, from: RawChange, to: RawChange): number {
  if (!from.old?.mode.startsWith('100') || !to.new?.mode.startsWith('100')) return 0;
  return similarity(spans(pairing, from.old), spans(pairing, to.new));
}

function spans({ source, spans: known }: Pairing, file: TreeFile): Spans {
  let found = known.get(file.path);
  if (found === undefined) {
    const bytes = source.objects.load(file.oid, 'blob');
    known.set(file.path, (found = spansOf(bytes, isTextFile(source, file, bytes))));
  }
  return found;
}
