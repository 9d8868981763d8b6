import { type DamagedCheckpoint, isDamaged, type Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { findLostBranches } from '../git/lost-branches.ts';
import { DamagedNotes } from '../git/notes.ts';
import { oldLocks, STALE_AFTER_MS } from '../git/stale-ref-locks.ts';
import { listSetAside } from '../local/set-aside.ts';
import type { Repository } from '../open/repository.ts';
import { isWholeCommit } from '../store/is-whole.ts';
import { findLeftHoldings } from '../store/left-holdings.ts';
import { findLostRefs, lossIsKnown } from '../store/lost-refs.ts';
import { findOrphanConversations } from '../store/orphan-conversations.ts';
import { readInChunks } from '../store/read-in-chunks.ts';
import { CHECKPOINTS, NOTES } from '../store/refs.ts';
import { type CheckpointRef, listCheckpointRefs, readState } from '../store/state.ts';

/** How the store is. */
export interface Health {
  readonly checkpoints: number;
  /** There, but their notes cannot be read. */
  readonly damaged: readonly DamagedCheckpoint[];
  /** Their notes are gone; the commit messages hold what must survive. */
  readonly withoutNote: readonly CheckpointNumber[];
  /** Why the ledger, or all notes at once, cannot be read. */
  readonly ledgerDamage?: string;
  readonly notesDamage?: string;
  /** Objects whose files are damaged: git's own commands fail on those that something needs. */
  readonly damagedObjects: readonly Oid[];
  /** Objects of theirs are gone: damaged ones that were set aside. */
  readonly incomplete: readonly CheckpointNumber[];
  /** Refs of checkpoints whose files hold nothing: git's own gc stops at them. */
  readonly brokenRefs: readonly string[];
  /** Checkpoints that have no ref any more, and were not removed. */
  readonly lostRefs: number;
  /** Branches of the user's whose refs went the same way. */
  readonly lostBranches: readonly { readonly branch: string; readonly commit: Oid }[];
  /** Conversations that a save or a drop left when it was cut off. */
  readonly orphans: number;
  /** Nested repositories that hold something for a checkpoint that is not there, because a save or a drop was cut off. */
  readonly leftIn: readonly string[];
  /** Lock files on our refs that nobody holds any more. */
  readonly staleLocks: readonly string[];
}

/** Looks at every checkpoint, the notes, the ledger, the files of objects and refs, and the locks. */
export async function inspectStore({ engine, world }: Repository): Promise<Health> {
  const refs = await listCheckpointRefs(engine);
  const { ledger, brokenNotes } = await readState(engine);
  const { damaged, withoutNote } = await readAll(engine, refs);
  return defined({
    checkpoints: refs.length,
    damaged,
    withoutNote: brokenNotes === undefined ? withoutNote : [],
    ledgerDamage: ledger.damage,
    notesDamage: brokenNotes === undefined ? undefined : describeError(new DamagedNotes(brokenNotes)),
    damagedObjects: await engine.damagedLooseObjects(),
    incomplete: await findIncomplete(engine, refs),
    brokenRefs: (await engine.brokenRefs(CHECKPOINTS)).filter((ref) => ref !== NOTES),
    lostRefs: (await lossIsKnown(engine)) ? (await findLostRefs(engine)).length : 0,
    lostBranches: await findLostBranches(engine),
    orphans: (await findOrphanConversations(engine, world.now())).length,
    leftIn: await findLeftHoldings(engine),
    staleLocks: oldLocks(engine.place, STALE_AFTER_MS),
  });
}

/** Reads every note, and keeps of each what is wrong with it. */
async function readAll(engine: GitEngine, refs: readonly CheckpointRef[]) {
  const damaged: DamagedCheckpoint[] = [];
  const withoutNote: CheckpointNumber[] = [];
  for await (const chunk of readInChunks(engine, refs)) {
    for (const entry of chunk) {
      if (isDamaged(entry)) damaged.push(entry);
      else if (entry.noteFrom === 'message') withoutNote.push(entry.number);
    }
  }
  return { damaged, withoutNote };
}

/** Reading what each checkpoint brings takes long, so it is done only where something is known to be gone. */
async function findIncomplete(engine: GitEngine, refs: readonly CheckpointRef[]): Promise<CheckpointNumber[]> {
  const gone = await engine.missingObjects(listSetAside(engine.place), new Date(0));
  const incomplete: CheckpointNumber[] = [];
  for (const { number, commit } of gone.length === 0 ? [] : refs)
    if (!(await isWholeCommit(engine, commit))) incomplete.push(number);
  return incomplete;
}
