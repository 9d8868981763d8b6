import { readFileSync } from 'node:fs';
import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError, Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine, GitObject } from '../git/engine.ts';
import { localPath } from '../local/files.ts';
import { writeOwnFile } from '../local/own-file.ts';
import { emptyLedger, type Ledger, parseLedger } from './ledger.ts';
import { CHECKPOINTS, LEDGER, NOTES, numberOf } from './refs.ts';

/** The store's own refs at one moment; every move from here is a compare-and-swap. */
export interface StoreState {
  readonly notes?: { readonly commit: Oid; readonly tree: Oid };
  /** What the notes ref points at, where that is not a commit that can be read; the ref's own name where it holds nothing. */
  readonly brokenNotes?: string;
  /** Of a damaged one the value is empty: good enough to save by, and nothing to write from. */
  readonly ledger: { readonly oid?: Oid; readonly value: Ledger; readonly damage?: string };
}

/** Reads notes ref and ledger in one round trip. */
export async function readState(engine: GitEngine): Promise<StoreState> {
  const [found, ledger] = await engine.readObjects([NOTES, LEDGER]);
  // No answer means no notes yet, or notes that a gc took or a bad disk damaged; only then is the ref itself asked for.
  const notes = notesIn(found) ?? (await lookAgain(engine));
  return defined({
    ...(typeof notes === 'string' ? { brokenNotes: notes } : { notes }),
    ledger: await readLedger(engine, ledger),
  });
}

/** The store for who writes the ledger, which must be whole for that: what cannot be read would be lost. */
export async function loadWritableState(engine: GitEngine): Promise<StoreState> {
  const state = await readState(engine);
  if (state.ledger.damage === undefined) return state;
  throw new Failure('fatal', state.ledger.damage, { hint: 'Run `git checkpoint doctor --repair`.' });
}

async function readLedger(engine: GitEngine, object: GitObject | undefined): Promise<StoreState['ledger']> {
  if (object !== undefined) {
    try {
      return { oid: object.oid, value: parseLedger(object.bytes) };
    } catch (error) {
      return { oid: object.oid, value: emptyLedger, damage: describeError(error) };
    }
  }
  const [oid] = await engine.resolveRefs([LEDGER]);
  const broken = oid === undefined ? (await engine.brokenRefs(LEDGER))[0] : undefined;
  if (oid === undefined && broken === undefined) return { value: emptyLedger };
  return defined({
    oid,
    value: emptyLedger,
    damage: `the ledger is damaged: ${broken ?? `object ${oid}`} cannot be read`,
  });
}

function notesIn(object: GitObject | undefined): StoreState['notes'] {
  const tree = object?.type === 'commit' ? parseCommit(object.bytes)?.tree : undefined;
  return object === undefined || tree === undefined ? undefined : { commit: object.oid, tree };
}

/** The notes, or what stands where they should be: an object that is gone, damaged or no commit, or an empty ref. */
async function lookAgain(engine: GitEngine): Promise<StoreState['notes'] | string> {
  const [oid] = await engine.resolveRefs([NOTES]);
  if (oid === undefined) return (await engine.brokenRefs(NOTES))[0];
  // Another process may have made the first note between the two questions.
  const [object] = await engine.readObjects([oid]);
  return notesIn(object) ?? oid;
}

/** A number and the commit that its ref points at. */
export interface CheckpointRef {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
}

/** All checkpoints that exist here, ascending. Reads every ref: for lists of all, and when the quick way is in doubt. */
export async function listCheckpointRefs(engine: GitEngine): Promise<CheckpointRef[]> {
  const refs = (await engine.listRefs(CHECKPOINTS)).flatMap(({ ref, oid }) => {
    const number = numberOf(ref);
    return number === undefined ? [] : [{ number, commit: oid }];
  });
  return refs.sort((one, other) => one.number - other.number);
}

/** All numbers that exist here, ascending. */
export async function listNumbers(engine: GitEngine): Promise<CheckpointNumber[]> {
  return (await listCheckpointRefs(engine)).map(({ number }) => number);
}

/**
 * The newest number that was given out here, remembered in a file so that no command must read thousands of refs. It is a hint:
 * too low a hint is noticed when the number is claimed, too high a hint only leaves a gap.
 */
export function readNewestHint(engine: GitEngine): number {
  try {
    const text = readFileSync(hintPath(engine), 'utf8').trim();
    return /^\d{1,9}$/.test(text) ? Number(text) : 0;
  } catch {
    // Absent or unreadable: the refs themselves answer.
    return 0;
  }
}

/** Keeps the hint up. What it is about has happened already, so nothing fails when it cannot be written. */
export function rememberNewest(engine: GitEngine, number: number): void {
  if (readNewestHint(engine) >= number) return;
  try {
    writeOwnFile(hintPath(engine), `${number}\n`);
  } catch {
    // Too low a hint is noticed when the next number is claimed.
  }
}

function hintPath(engine: GitEngine): string {
  return localPath(engine.place, 'newest');
}
