import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { CommitLine } from '../engine.ts';
import { readIfThere } from '../files/read-if-there.ts';
import type { Objects } from './objects.ts';

interface CommitNode {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  /** Seconds, of the committer. */
  readonly time: number;
}

const OURS = 1;
const THEIRS = 2;
const BOTH = 3;
/** How many more commits are looked at when none can matter any more by its date. */
const FURTHER = 5;

/**
 * Walks commits by their dates, newest first, as git does without a commit graph. `findMergeBase` and `log` of isomorphic-git go on to
 * the root: between two commits that are two apart they take seconds in a history of 20,000.
 */
export class History {
  readonly #objects: Objects;
  readonly #shallow: ReadonlySet<Oid>;
  readonly #known = new Map<Oid, CommitNode>();

  constructor(objects: Objects, place: RepositoryPaths) {
    this.#objects = objects;
    this.#shallow = new Set(readIfThere(`${place.commonDir}/shallow`)?.toString().split('\n'));
  }

  /** Commits that `to` has and `from` has not. */
  async between(from: Oid, to: Oid, limit: number): Promise<CommitLine[]> {
    const { theirs } = await this.split([from], [to]);
    return Promise.all(
      theirs.slice(0, limit).map(async ({ oid }) => describe(oid, await this.#objects.load(oid, 'commit'))),
    );
  }

  /** How many commits each side has that the other has not. */
  async aheadBehind(ours: Oid, theirs: Oid): Promise<{ readonly ahead: number; readonly behind: number }> {
    if (ours === theirs) return { ahead: 0, behind: 0 };
    const split = await this.split([theirs], [ours]);
    return { ahead: split.theirs.length, behind: split.ours.length };
  }

  /**
   * Marks what either side reaches until only commits of both are left to look at. Where clocks went wrong, those may still reach what
   * one side alone seemed to have: like git, it goes on while they are newer than that, and a little further.
   */
  async split(ours: readonly Oid[], theirs: readonly Oid[]): Promise<{ ours: CommitNode[]; theirs: CommitNode[] }> {
    const marks = new Map<Oid, number>();
    const queue: CommitNode[] = [];
    const order: CommitNode[] = [];
    const mark = async (oid: Oid, side: number) => {
      const before = marks.get(oid) ?? 0;
      if ((before | side) === before) return;
      marks.set(oid, before | side);
      insertByTime(queue, await this.commit(oid));
    };
    for (const oid of ours) await mark(oid, OURS);
    for (const oid of theirs) await mark(oid, THEIRS);
    const isOneSided = ({ oid }: CommitNode) => marks.get(oid) !== BOTH;
    let oldest = Number.POSITIVE_INFINITY;
    let further = queue.some(isOneSided) ? FURTHER : 0;
    for (let commit = queue.shift(); commit !== undefined && further > 0; commit = queue.shift()) {
      order.push(commit);
      if (isOneSided(commit)) oldest = Math.min(oldest, commit.time);
      for (const parent of commit.parents) await mark(parent, marks.get(commit.oid) ?? 0);
      const matters = queue.some((next) => next.time >= oldest || isOneSided(next));
      further = matters ? FURTHER : further - 1;
    }
    // A clock that went backwards lets a commit be seen twice, and marked by the other side only later.
    const side = (mask: number) => [...new Set(order)].filter(({ oid }) => marks.get(oid) === mask);
    return { ours: side(OURS), theirs: side(THEIRS) };
  }

  async commit(oid: Oid): Promise<CommitNode> {
    const known = this.#known.get(oid);
    if (known !== undefined) return known;
    const head = headOf(await this.#objects.load(oid, 'commit'));
    const parents = [...head.matchAll(/^parent (\w+)$/gm)].map((match) => match[1] ?? '');
    const tree = /^tree (\w+)$/m.exec(head)?.[1] ?? '';
    const time = Number(/^committer .*> (\d+) /m.exec(head)?.[1] ?? 0);
    const node = { oid, tree, parents: this.#shallow.has(oid) ? [] : parents, time };
    this.#known.set(oid, node);
    return node;
  }
}

function insertByTime(queue: CommitNode[], commit: CommitNode): void {
  const at = queue.findIndex(({ time }) => time < commit.time);
  queue.splice(at < 0 ? queue.length : at, 0, commit);
}

/** What stands before the message. */
function headOf(bytes: Buffer): string {
  const end = bytes.indexOf('\n\n');
  return bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
}

/** A commit in one line, from its bytes: isomorphic-git takes every message for UTF-8. */
function describe(oid: Oid, bytes: Buffer): CommitLine {
  const head = headOf(bytes);
  const [, seconds = '0', zone = '+0000'] = /^committer .*> (\d+) ([+-]\d{4})$/m.exec(head) ?? [];
  const message = decode(bytes.subarray(head.length + 2), /^encoding (.+)$/m.exec(head)?.[1]);
  const paragraph = message.replace(/^\s*\n/, '').split(/\n\s*\n/)[0] ?? '';
  const subject = paragraph.replace(/\s*\n/g, ' ').trimEnd();
  return { oid, time: isoTime(Number(seconds), zone), subject };
}

function decode(message: Buffer, encoding = 'utf-8'): string {
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
