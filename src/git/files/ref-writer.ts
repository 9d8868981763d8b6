import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { withWriterRecord } from '../../local/writer-records.ts';
import type { RefUpdate } from '../engine.ts';
import { lockOf, removeStaleLocks } from '../stale-ref-locks.ts';
import { FileLock } from './file-lock.ts';
import { isAbsence } from './read-if-there.ts';
import { isRefName } from './ref-name.ts';
import type { RefReader } from './ref-reader.ts';

type Step = readonly RefUpdate[];

export interface RefTarget {
  readonly place: RepositoryPaths;
  readonly reader: RefReader;
  has(oid: Oid): boolean;
  /** Whether the user asked git to sync refs to the disk. Objects are not by default, and a ref that outlives them helps nobody. */
  readonly fsync: boolean;
}

const MAX_TRIES = 40;

/** Moves refs step by step by compare-and-swap under git's own lock files; answers how many steps happened. */
export function moveRefs(target: RefTarget, steps: readonly Step[]): Promise<number> {
  return withWriterRecord(target.place, async () => {
    let done = 0;
    for (let tries = 0; done < steps.length; tries += 1) {
      const step = steps[done] ?? [];
      const outcome = tryStep(target, step);
      if (outcome === 'lost') return done;
      if (outcome === 'happened') {
        done += 1;
        tries = -1;
      } else await waitForLocks(target.place, step, tries);
    }
    return done;
  });
}

/** One try at one step; `locked` when another process is at one of these refs. Nothing has happened unless it says so. */
export function tryStep(target: RefTarget, updates: Step): 'happened' | 'lost' | 'locked' {
  const step = [...updates].sort((one, other) => (one.ref < other.ref ? -1 : 1));
  const unnamable = step.find(({ ref }) => !isRefName(ref));
  if (unnamable !== undefined) throw new Failure('fatal', `'${unnamable.ref}' is not a valid name of a ref`);
  const locks: FileLock[] = [];
  try {
    for (const { ref } of step) {
      const lock = FileLock.take(target.reader.pathOf(ref));
      if (lock === undefined) return 'locked';
      locks.push(lock);
    }
    const outcome = compare(target.reader, step);
    if (outcome !== 'untouched') return outcome;
    return write(target, step, locks) ? 'happened' : 'locked';
  } finally {
    for (const lock of locks) lock.release();
  }
}

/** Under the locks nobody else moves these refs, so what is read here is what is swapped. */
function compare(reader: RefReader, step: Step): 'happened' | 'lost' | 'untouched' {
  const now = step.map(({ ref }) => {
    const value = reader.read(ref);
    return value !== undefined && 'target' in value ? value.target : value?.oid;
  });
  if (step.every((update, at) => now[at] === update.old)) return 'untouched';
  return step.every((update, at) => now[at] === update.new) ? 'happened' : 'lost';
}

function write(target: RefTarget, step: Step, locks: readonly FileLock[]): boolean {
  for (const update of step) refuseImpossible(target, update);
  const gone = new Set(step.filter((update) => update.new === undefined).map(({ ref }) => ref));
  // Packed first: were the loose file removed before it, its older packed value would come back to life for a moment.
  if (gone.size > 0 && !removePacked(target.reader, gone)) return false;
  for (const [at, update] of step.entries()) {
    if (update.new !== undefined) commit(locks[at], update.new, target);
    else rmSync(target.reader.pathOf(update.ref), { force: true });
  }
  return true;
}

function commit(lock: FileLock | undefined, oid: Oid, { fsync }: RefTarget): void {
  if (lock !== undefined) removeEmptyFolder(lock.path);
  lock?.commit(`${oid}\n`, { fsync });
}

function removePacked(reader: RefReader, refs: ReadonlySet<string>): boolean {
  if (![...refs].some((ref) => reader.packed.find(ref) !== undefined)) return true;
  const lock = FileLock.take(reader.packed.path);
  if (lock === undefined) return false;
  try {
    const text = reader.packed.without(refs);
    if (text !== undefined) lock.commit(Buffer.from(text, 'latin1'));
    return true;
  } finally {
    lock.release();
  }
}

function refuseImpossible({ reader, has }: RefTarget, update: RefUpdate): void {
  if (update.new === undefined) return;
  if (!has(update.new)) throw new Failure('fatal', `cannot point ${update.ref} at ${update.new}: no such object`);
  if (update.old !== undefined) return;
  const folders = update.ref.split('/').map((_, at, parts) => parts.slice(0, at).join('/'));
  const taken =
    folders.find((name) => name.includes('/') && reader.read(name) !== undefined) ??
    reader.packed.firstBelow(`${update.ref}/`);
  if (taken !== undefined)
    throw new Failure('fatal', `cannot create ${update.ref}: ${taken} exists, and a ref cannot also be a folder`);
}

/** git, too, removes the empty folders that deleted refs leave in the way of a new one. */
function removeEmptyFolder(path: string): void {
  try {
    for (const name of readdirSync(path)) removeEmptyFolder(`${path}/${name}`);
    rmdirSync(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

async function waitForLocks(place: RepositoryPaths, step: Step, tries: number): Promise<void> {
  const names = [
    ...step.map(({ ref }) => ref),
    ...(step.some((update) => update.new === undefined) ? ['packed-refs'] : []),
  ];
  const locks = names.map((name) => lockOf(place, name));
  if (tries >= MAX_TRIES) {
    throw new Failure('fatal', `another process holds ${locks.join(' or ')}`, {
      hint: 'If no git runs here, a killed one left it: `git checkpoint doctor --repair` removes it.',
    });
  }
  if (removeStaleLocks(place, locks)) return;
  await sleep(Math.random() * Math.min(400, 10 * 2 ** tries));
}
