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

interface Match {
  readonly from: RawChange;
  readonly to: RawChange;
  readonly score: number;
}

function pair({ added, deleted, renamed }: Pairing, { from, to, score }: Match): void {
  added.delete(to);
  deleted.delete(from);
  if (from.old && to.new) renamed.push({ path: to.path, old: from.old, new: to.new, similarity: score });
}

/** Of so many equal files, like git, the one with the same name is looked for. */
const LOOKED_AT = 100;

function pairEqual(pairing: Pairing): void {
  const key = (file: TreeFile | undefined) => `${file?.oid} ${file?.mode.slice(0, 3)}`;
  const byContent = new Map<string, Set<RawChange>>();
  for (const change of pairing.deleted) {
    const equal = byContent.get(key(change.old)) ?? new Set();
    byContent.set(key(change.old), equal.add(change));
  }
  for (const to of [...pairing.added]) {
    const equal = byContent.get(key(to.new));
    const from = equal && sameNameOrFirst(equal, nameOf(to.path));
    if (from === undefined) continue;
    equal?.delete(from);
    pair(pairing, { from, to, score: 100 });
  }
}

function sameNameOrFirst(changes: ReadonlySet<RawChange>, name: string): RawChange | undefined {
  let first: RawChange | undefined;
  let seen = 0;
  for (const change of changes) {
    if (nameOf(change.path) === name) return change;
    first ??= change;
    if (++seen === LOOKED_AT) break;
  }
  return first;
}

/** A name that exactly one deleted and one added file have. */
function pairByName(pairing: Pairing): void {
  const [gone, came] = [onlyOnes(pairing.deleted), onlyOnes(pairing.added)];
  for (const [name, from] of gone) {
    const to = came.get(name);
    if (from === undefined || to === undefined) continue;
    const score = scoreOf(pairing, from, to);
    if (score >= ENOUGH_BY_NAME) pair(pairing, { from, to, score });
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
  const sameName = ({ from, to }: Match) => Number(nameOf(from.path) === nameOf(to.path));
  candidates.sort((one, other) => other.score - one.score || sameName(other) - sameName(one));
  for (const match of candidates) {
    if (match.score < ENOUGH) return;
    if (pairing.added.has(match.to) && pairing.deleted.has(match.from)) pair(pairing, match);
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
