import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { DEAD, isSameStart, ownStart, startOf, UNKNOWN_START } from './process-start.ts';

/** The process that made a file, told apart from those with its number on other machines, in containers, and later. */
export interface Owner {
  readonly pid: number;
  /** When it began (see `startOf`). */
  readonly start: string;
  /** Empty when it is not known. */
  readonly host: string;
}

export function ownerOf(pid: number): Owner {
  return { pid, start: startOf(pid), host: hostname() };
}

let own: Owner | undefined;

export function thisProcess(): Owner {
  own ??= { pid: process.pid, start: ownStart(), host: hostname() };
  return own;
}

/** How this process marks its locks and the names of its files; `parseOwner` reads it. */
export function ownName(): string {
  const { pid, start, host } = thisProcess();
  return `${pid}@${seenFrom(host)}${start === UNKNOWN_START ? '' : `+${start}`}`;
}

/** Reads such a mark, or the one that git leaves: process and host. */
export function parseOwner(text: string): Owner | undefined {
  const [, pid, host = '', start = UNKNOWN_START] = /^(\d+)[@ ]([^+ ]+)(?:\+(\S+))?$/.exec(text.trim()) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), start, host };
}

export function isSameProcess(one: Owner, other: Owner): boolean {
  return (
    one.pid === other.pid &&
    isSameStart(one.start, other.start) &&
    (one.host || other.host) === (other.host || one.host)
  );
}

/** Whether a process runs. Nobody sees those of another machine or container, nor knows which one an unreadable mark means. */
export function stateOf(owner: Owner | undefined): 'alive' | 'gone' | 'unknown' {
  const { host } = thisProcess();
  if (owner === undefined || ![plain(host), seenFrom(host)].includes(plain(owner.host))) return 'unknown';
  if (!isAlive(owner.pid)) return 'gone';
  const start = owner.pid === process.pid ? thisProcess().start : startOf(owner.pid);
  return start !== DEAD && isSameStart(start, owner.start) ? 'alive' : 'gone';
}

const DAY_MS = 86_400_000;

/** Whether what a process made may be taken or removed. Where its state is unknown, the age (ms) of what it made decides. */
export function isAbandoned(owner: Owner | undefined, age: number, patience = DAY_MS): boolean {
  const state = stateOf(owner);
  return state === 'unknown' ? age > patience : state === 'gone';
}

/** A mark that cannot be read is being written this moment, or its process was killed at that. */
const TORN_AFTER_MS = 2000;

/** The same for a lock, a file with its owner's mark in it. */
export function isAbandonedLock(path: string, patience: number, now = new Date()): boolean {
  const owner = readOwner(path);
  // A clock may have been set back since.
  return isAbandoned(owner, Math.abs(ageOf(path, now)), owner === undefined ? TORN_AFTER_MS : patience);
}

/** Milliseconds since a file was written; 0 when it is not there. */
export function ageOf(path: string, now = new Date()): number {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written === undefined ? 0 : now.getTime() - written;
}

function readOwner(path: string): Owner | undefined {
  try {
    return parseOwner(readFileSync(path, 'utf8'));
  } catch {
    // Gone meanwhile.
    return undefined;
  }
}

function plain(host: string): string {
  return host.replace(/[^\w.-]/g, '_');
}

let space: string | undefined;

/** A sandbox often has the host's name and processes of its own; so names of files have its process namespace too. */
function seenFrom(host: string): string {
  space ??= readSpace();
  return plain(host) + space;
}

function readSpace(): string {
  try {
    return `.${/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? ''}`;
  } catch {
    // This platform has no such thing.
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
