import { type DamagedCheckpoint, isDamaged, type Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { DamagedNotes } from '../git/notes.ts';
import type { KnownTrees } from '../git/read-trees.ts';
import { oldLocks, STALE_AFTER_MS } from '../git/stale-ref-locks.ts';
import { listSetAside } from '../local/set-aside.ts';
import type { Repository } from '../open/repository.ts';
import { isWholeCommit } from '../store/is-whole.ts';
import { readCheckpoints } from '../store/load.ts';
import { findOrphanConversations } from '../store/orphan-conversations.ts';
import { CHECKPOINTS, NOTES } from '../store/refs.ts';
import { listNumbers, readState, type StoreState } from '../store/state.ts';

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
  /** Conversations that a save or a drop left when it was cut off. */
  readonly orphans: number;
  /** Lock files on our refs that nobody holds any more. */
  readonly staleLocks: readonly string[];
}

/** Looks at every checkpoint, the notes, the ledger, the files of objects and refs, and the locks. */
export async function inspectStore({ engine, world }: Repository): Promise<Health> {
  const numbers = await listNumbers(engine);
  const state = await readState(engine);
  const { ledger, brokenNotes } = state;
  const { damaged, withoutNote, commits } = await readAll(engine, numbers, state);
  return defined({
    checkpoints: numbers.length,
    damaged,
    withoutNote: brokenNotes === undefined ? withoutNote : [],
    ledgerDamage: ledger.damage,
    notesDamage: brokenNotes === undefined ? undefined : describeError(new DamagedNotes(brokenNotes)),
    damagedObjects: await engine.damagedLooseObjects(),
    incomplete: await findIncomplete(engine, commits),
    brokenRefs: (await engine.brokenRefs(CHECKPOINTS)).filter((ref) => ref !== NOTES),
    orphans: (await findOrphanConversations(engine, world.now())).length,
    staleLocks: oldLocks(engine.place, STALE_AFTER_MS),
  });
}

const AT_ONCE = 512;

/** Reads every note, and keeps of each what is wrong with it. */
async function readAll(engine: GitEngine, numbers: readonly CheckpointNumber[], state: StoreState) {
  const damaged: DamagedCheckpoint[] = [];
  const withoutNote: CheckpointNumber[] = [];
  const commits: { readonly number: CheckpointNumber; readonly commit: Oid }[] = [];
  const noteTrees: KnownTrees = new Map();
  for (let at = 0; at < numbers.length; at += AT_ONCE) {
    for (const entry of await readCheckpoints(engine, numbers.slice(at, at + AT_ONCE), { state, noteTrees })) {
      const { number, commit } = entry;
      commits.push({ number, commit });
      if (isDamaged(entry)) damaged.push(entry);
      else if (entry.noteFrom === 'message') withoutNote.push(number);
    }
  }
  return { damaged, withoutNote, commits };
}

/** Reading what each checkpoint brings takes long, so it is done only where something is known to be gone. */
async function findIncomplete(
  engine: GitEngine,
  commits: readonly { readonly number: CheckpointNumber; readonly commit: Oid }[],
): Promise<CheckpointNumber[]> {
  const gone = await engine.missingObjects(listSetAside(engine.place), new Date(0));
  const incomplete: CheckpointNumber[] = [];
  for (const { number, commit } of gone.length === 0 ? [] : commits)
    if (!(await isWholeCommit(engine, commit))) incomplete.push(number);
  return incomplete;
}
