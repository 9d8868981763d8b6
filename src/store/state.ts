import { readFileSync } from 'node:fs';
import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { localPath } from '../local/files.ts';
import { writeOwnFile } from '../local/own-file.ts';
import { emptyLedger, type Ledger, parseLedger } from './ledger.ts';
import { CHECKPOINTS, LEDGER, NOTES, numberOf } from './refs.ts';

/** The store's own refs at one moment; every move from here is a compare-and-swap. */
export interface StoreState {
  readonly notes?: { readonly commit: Oid; readonly tree: Oid };
  /** The notes ref points at a commit that is not there. */
  readonly brokenNotes?: Oid;
  readonly ledger: { readonly oid?: Oid; readonly value: Ledger };
}

/** Reads notes ref and ledger in one round trip. */
export async function readState(engine: GitEngine): Promise<StoreState> {
  const [notes, ledger] = await engine.readObjects([NOTES, LEDGER]);
  const tree = notes?.type === 'commit' ? parseCommit(notes.bytes)?.tree : undefined;
  // No answer means no notes yet, or notes that a gc took; only then is the ref itself asked for.
  const broken = tree === undefined ? await findBroken(engine) : undefined;
  return defined({
    brokenNotes: broken,
    ...(notes && tree !== undefined ? { notes: { commit: notes.oid, tree } } : {}),
    ledger: ledger ? { oid: ledger.oid, value: parseLedger(ledger.bytes) } : { value: emptyLedger },
  });
}

async function findBroken(engine: GitEngine): Promise<Oid | undefined> {
  const [oid] = await engine.resolveRefs([NOTES]);
  // Another process may have made the first note between the two questions.
  return oid !== undefined && (await engine.missingObjects([oid])).length > 0 ? oid : undefined;
}

/** All numbers that exist here, ascending. Reads every ref: for lists of all, and when the quick way is in doubt. */
export async function listNumbers(engine: GitEngine): Promise<CheckpointNumber[]> {
  const refs = await engine.listRefs(CHECKPOINTS);
  const numbers = refs.map(({ ref }) => numberOf(ref)).filter((number) => number !== undefined);
  return numbers.sort((one, other) => one - other);
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

export function writeNewestHint(engine: GitEngine, number: number): void {
  if (readNewestHint(engine) >= number) return;
  writeOwnFile(hintPath(engine), `${number}\n`);
}

function hintPath(engine: GitEngine): string {
  return localPath(engine.place, 'newest');
}
