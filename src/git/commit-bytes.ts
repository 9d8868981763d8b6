import type { Identity, Oid } from '../core/checkpoint.ts';

export interface CommitFacts {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Identity;
  /** Seconds since 1970. */
  readonly time: number;
  readonly message: string;
  /** Carries a signature; whether it is good, git can say. */
  readonly signed?: boolean;
}

// git stores dates unsigned: a clock before 1970 would wrap to the year 584 billion.
const EARLIEST = Date.UTC(2005, 0) / 1000;
const LATEST = Date.UTC(2100, 0) / 1000;

/** Seconds that git can keep, whatever the clock says. */
export function clampTime(time: Date): number {
  return Math.min(LATEST, Math.max(EARLIEST, Math.floor(time.getTime() / 1000)));
}

/** Writes a commit object whose author is its committer, at UTC. */
export function renderCommit(facts: CommitFacts): Buffer {
  const person = `${facts.author.name} <${facts.author.email}> ${facts.time} +0000`;
  const parents = facts.parents.map((parent) => `parent ${parent}\n`).join('');
  return Buffer.from(`tree ${facts.tree}\n${parents}author ${person}\ncommitter ${person}\n\n${facts.message}`);
}

/** Reads a commit object; undefined when it is none. */
export function parseCommit(bytes: Uint8Array): CommitFacts | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  const end = text.indexOf('\n\n');
  const headers = end < 0 ? text : text.slice(0, end);
  const author = /\nauthor (.*) <(.*)> (\d+) [+-]\d{4}(?:\n|$)/.exec(headers);
  if (!headers.startsWith('tree ') || !author) return undefined;
  const lines = headers.slice(0, author.index).split('\n');
  return {
    tree: lines[0]?.slice(5) ?? '',
    parents: lines.filter((line) => line.startsWith('parent ')).map((line) => line.slice(7)),
    author: { name: author[1] ?? '', email: author[2] ?? '' },
    time: Number(author[3]),
    message: end < 0 ? '' : text.slice(end + 2),
    ...(/\ngpgsig(?:-sha256)? /.test(headers) ? { signed: true } : {}),
  };
}
