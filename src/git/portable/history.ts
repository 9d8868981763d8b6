import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { CommitLine } from '../engine.ts';
import { readIfThere } from '../files/read-if-there.ts';
import type { Objects } from './objects.ts';

export interface CommitNode {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  /** Seconds, of the committer. */
  readonly time: number;
  readonly zone: string;
  /** Of the message. */
  readonly encoding: string;
  readonly message: Buffer;
}

/** Walks commits by their dates, newest first, as git does without a commit graph. */
export class History {
  readonly #objects: Objects;
  readonly #shallow: ReadonlySet<Oid>;
  readonly #known = new Map<Oid, CommitNode>();

  constructor(objects: Objects, place: RepositoryPaths) {
    this.#objects = objects;
    const text = readIfThere(`${place.commonDir}/shallow`)?.toString() ?? '';
    this.#shallow = new Set(text.split('\n'));
  }

  /** Commits that `to` has and `from` has not. */
  between(from: Oid, to: Oid, limit: number): CommitLine[] {
    const { theirs } = this.split([from], [to]);
    return theirs.slice(0, limit).map(describe);
  }

  /** How many commits each side has that the other has not. */
  aheadBehind(ours: Oid, theirs: Oid): { readonly ahead: number; readonly behind: number } {
    if (ours === theirs) return { ahead: 0, behind: 0 };
    const split = this.split([theirs], [ours]);
    return { ahead: split.theirs.length, behind: split.ours.length };
  }

  /** The newest commits that some tips reach, themselves included. */
  newest(tips: readonly Oid[], limit: number): Oid[] {
    const queue: CommitNode[] = [];
    const seen = new Set<Oid>();
    const add = (oid: Oid) => {
      if (seen.has(oid)) return;
      seen.add(oid);
      insertByTime(queue, this.#commit(oid));
    };
    for (const tip of tips) add(tip);
    const found: Oid[] = [];
    for (let commit = queue.shift(); commit !== undefined && found.length < limit; commit = queue.shift()) {
      found.push(commit.oid);
      for (const parent of commit.parents) add(parent);
    }
    return found;
  }

  /**
   * Marks what either side reaches until only commits of both are left to look at. Where clocks went wrong, those may still reach what
   * one side alone seemed to have: like git, it goes on while they are newer than that, and a little further.
   */
  split(ours: readonly Oid[], theirs: readonly Oid[]): { ours: CommitNode[]; theirs: CommitNode[] } {
    const marks = new Map<Oid, number>();
    const queue: CommitNode[] = [];
    const order: CommitNode[] = [];
    const mark = (oid: Oid, side: number) => {
      const before = marks.get(oid) ?? 0;
      if ((before | side) === before) return;
      marks.set(oid, before | side);
      insertByTime(queue, this.#commit(oid));
    };
    for (const oid of ours) mark(oid, OURS);
    for (const oid of theirs) mark(oid, THEIRS);
    const isOneSided = ({ oid }: CommitNode) => marks.get(oid) !== BOTH;
    let oldest = Number.POSITIVE_INFINITY;
    let further = queue.some(isOneSided) ? FURTHER : 0;
    for (let commit = queue.shift(); commit !== undefined && further > 0; commit = queue.shift()) {
      order.push(commit);
      if (isOneSided(commit)) oldest = Math.min(oldest, commit.time);
      for (const parent of commit.parents) mark(parent, marks.get(commit.oid) ?? 0);
      const matters = queue.some((next) => next.time >= oldest || isOneSided(next));
      further = matters ? FURTHER : further - 1;
    }
    // A clock that went backwards lets a commit be seen twice, and marked by the other side only later.
    const side = (mask: number) => [...new Set(order)].filter(({ oid }) => marks.get(oid) === mask);
    return { ours: side(OURS), theirs: side(THEIRS) };
  }

  #commit(oid: Oid): CommitNode {
    const known = this.#known.get(oid);
    if (known !== undefined) return known;
    const commit = parseNode(oid, this.#objects.load(oid, 'commit'));
    const node = this.#shallow.has(oid) ? { ...commit, parents: [] } : commit;
    this.#known.set(oid, node);
    return node;
  }
}

const OURS = 1;
const THEIRS = 2;
const BOTH = 3;
/** How many more commits are looked at when none can matter any more by its date. */
const FURTHER = 5;

function insertByTime(queue: CommitNode[], commit: CommitNode): void {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((queue[middle]?.time ?? 0) >= commit.time) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, commit);
}

function parseNode(oid: Oid, bytes: Buffer): CommitNode {
  const end = bytes.indexOf('\n\n');
  const head = bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
  const date = /^committer .*> (\d+) ([+-]\d{4})$/m.exec(head);
  return {
    oid,
    tree: head.slice(5, 45),
    parents: [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map((match) => match[1] ?? ''),
    time: Number(date?.[1] ?? 0),
    zone: date?.[2] ?? '+0000',
    encoding: /^encoding (.+)$/m.exec(head)?.[1] ?? 'utf-8',
    message: end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 2),
  };
}

function describe({ oid, time, zone, encoding, message }: CommitNode): CommitLine {
  const paragraph =
    textOf(message, encoding)
      .replace(/^\s*\n/, '')
      .split(/\n\s*\n/)[0] ?? '';
  const subject = paragraph
    .split('\n')
    .map((line) => line.trimEnd())
    .join(' ')
    .trimEnd();
  return { oid, time: isoTime(time, zone), subject };
}

function textOf(message: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(message);
  } catch {
    // git, too, shows the bytes as they are when it does not know the encoding.
    return message.toString();
  }
}

/** The end of the year 9999. A commit may claim any date; after this one, JavaScript cannot write it or has none. */
const LATEST = 253_402_300_799;

/** `2026-01-02T03:04:05+01:00`, in the committer's own zone. */
function isoTime(seconds: number, zone: string): string {
  const minutes = (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3))) * (zone[0] === '-' ? -1 : 1);
  const local = new Date(Math.min(seconds + minutes * 60, LATEST) * 1000).toISOString().slice(0, 19);
  return `${local}${zone.slice(0, 3)}:${zone.slice(3)}`;
}
