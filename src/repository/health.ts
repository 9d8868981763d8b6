import { rmSync } from 'node:fs';
import { type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import { count } from '../core/count.ts';
import { describeError } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { DamagedNotes } from '../git/notes.ts';
import { oldLocks } from '../git/stale-ref-locks.ts';
import { type Repository, signature } from '../open/repository.ts';
import { readCheckpoints } from '../store/load.ts';
import { findOrphanConversations, removeOrphanConversations } from '../store/orphan-conversations.ts';
import { findLedgerDamage, rebuildLedger } from '../store/repair-ledger.ts';
import { rebuildNotes } from '../store/repair-notes.ts';
import { listNumbers, readState } from '../store/state.ts';
import { updateNote } from '../store/update-note.ts';

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
  /** Conversations that a save or a drop left when it was cut off. */
  readonly orphans: number;
  /** Lock files on our refs that nobody holds any more. */
  readonly staleLocks: readonly string[];
}

/** git holds a lock on a ref for moments. */
const STALE_AFTER_MS = 60_000;

type Signature = Awaited<ReturnType<typeof signature>>;

/** Looks at every checkpoint, the notes, the ledger and the locks. */
export async function inspectStore({ engine, world }: Repository): Promise<Health> {
  const staleLocks = oldLocks(engine.place, STALE_AFTER_MS);
  const ledgerDamage = await findLedgerDamage(engine);
  const numbers = await listNumbers(engine);
  const orphans = (await findOrphanConversations(engine, world.now())).length;
  const common = { checkpoints: numbers.length, orphans, staleLocks };
  if (ledgerDamage !== undefined) return { ...common, damaged: [], withoutNote: [], ledgerDamage };
  try {
    const { brokenNotes } = await readState(engine);
    if (brokenNotes !== undefined) throw new DamagedNotes(brokenNotes);
    const entries = await readCheckpoints(engine, numbers);
    const withoutNote = entries.flatMap((entry) =>
      !isDamaged(entry) && entry.noteFrom === 'message' ? [entry.number] : [],
    );
    return { ...common, damaged: entries.filter(isDamaged), withoutNote };
  } catch (error) {
    if (!(error instanceof DamagedNotes)) throw error;
    const notesDamage = describeError(error);
    return { ...common, damaged: [], withoutNote: [], notesDamage };
  }
}

/** Mends what can be mended without losing anything; what it did, in words. */
export async function repairStore(repository: Repository): Promise<string[]> {
  const { engine } = repository;
  const done: string[] = [];
  const { ledgerDamage, staleLocks } = await inspectStore(repository);
  for (const lock of staleLocks) {
    rmSync(lock, { force: true });
    done.push(`removed the lock ${lock}`);
  }
  const orphans = await removeOrphanConversations(engine, repository.world.now());
  if (orphans > 0) done.push(`removed ${count(orphans, 'conversation')} without a checkpoint`);
  if (ledgerDamage !== undefined) {
    await rebuildLedger(engine);
    done.push('wrote the ledger anew');
  }
  const health = await inspectStore(repository);
  const by = await signature(repository);
  if (health.notesDamage !== undefined) return [...done, await writeAnew(engine, by)];
  try {
    return [...done, ...(await mendNotes(engine, health, by))];
  } catch (error) {
    // A tree of the notes that is gone is met only by who writes into it.
    if (!(error instanceof DamagedNotes)) throw error;
    return [...done, await writeAnew(engine, by)];
  }
}

async function writeAnew(engine: GitEngine, by: Signature): Promise<string> {
  return `wrote ${await rebuildNotes(engine, by)} notes anew from the messages of their commits`;
}

async function mendNotes(engine: GitEngine, { withoutNote, damaged }: Health, by: Signature): Promise<string[]> {
  const done: string[] = [];
  const edit = <T>(note: T) => note;
  for (const number of withoutNote) {
    await updateNote(engine, number, { edit, ...by });
    done.push(`wrote the note of checkpoint ${number} from the message of its commit`);
  }
  for (const { number, rescued } of damaged) {
    if (rescued === undefined) continue;
    await updateNote(engine, number, { edit, ...by, rescued });
    done.push(`replaced the damaged note of checkpoint ${number} by what the message of its commit holds`);
  }
  return done;
}
