import { rmSync } from 'node:fs';
import { count } from '../core/count.ts';
import type { GitEngine } from '../git/engine.ts';
import { repairPackedRefs } from '../git/repair-packed-refs.ts';
import { localPath } from '../local/files.ts';
import { type Repository, signature } from '../open/repository.ts';
import { findLostCommit } from '../store/find-lost-commit.ts';
import { releaseLeftHoldings } from '../store/left-holdings.ts';
import { bringRefsBack, findLostRefs, lossIsKnown } from '../store/lost-refs.ts';
import { removeOrphanConversations } from '../store/orphan-conversations.ts';
import { rebuildLedger } from '../store/repair-ledger.ts';
import { keepNotesBeforeRepair, repairNotes } from '../store/repair-notes.ts';
import { updateNote } from '../store/update-note.ts';
import { type Health, inspectStore } from './health.ts';

type Signature = Awaited<ReturnType<typeof signature>>;

/** Repairs what can be repaired and destroys nothing: what is moved or replaced stays under a name. Says what it did, in words. */
export async function repairStore(repository: Repository): Promise<string[]> {
  const { engine } = repository;
  const done = await bringLostRefsBack(engine);
  const before = await inspectStore(repository);
  for (const oid of await engine.setAsideDamaged(before.damagedObjects))
    done.push(`moved the damaged object ${oid} to ${localPath(engine.place, 'damaged', oid)}`);
  for (const lock of before.staleLocks) {
    rmSync(lock, { force: true });
    done.push(`removed the lock ${lock}`);
  }
  if (before.ledgerDamage !== undefined) {
    await rebuildLedger(engine);
    done.push('wrote the ledger anew');
  }
  for (const ref of before.brokenRefs) done.push(await repairRef(engine, ref));
  // Beside an empty ref it cannot be told whether its checkpoint is gone for good.
  const time = repository.world.now();
  const orphans = before.brokenRefs.length > 0 ? 0 : await removeOrphanConversations(engine, time);
  if (orphans > 0) done.push(`removed ${count(orphans, 'conversation')} without a checkpoint`);
  for (const path of before.leftIn.length > 0 ? await releaseLeftHoldings(engine) : [])
    done.push(`removed refs without a checkpoint from the repository ${path}`);
  const by = await signature(repository);
  const now = done.length === 0 ? before : await inspectStore(repository);
  return [...done, ...(await repairAllNotes(engine, now, by)), ...(await repairSingleNotes(engine, now, by))];
}

/** First of all: without its ref a checkpoint's note and conversation seem to belong to nothing. */
async function bringLostRefsBack(engine: GitEngine): Promise<string[]> {
  const kept = repairPackedRefs(engine.place);
  const lost = kept !== undefined || (await lossIsKnown(engine)) ? await findLostRefs(engine) : [];
  const back = lost.length === 0 ? [] : await bringRefsBack(engine, lost);
  return [
    ...(kept === undefined ? [] : [`kept what is whole of packed-refs; as it was it lies in ${kept}`]),
    ...(back.length === 0
      ? []
      : [`brought back ${count(back.length, 'checkpoint')} without a ref: ${back.join(', ')}`]),
  ];
}

/** An empty ref goes; where the commit that it named can be told, it is made anew. */
async function repairRef(engine: GitEngine, ref: string): Promise<string> {
  const commit = await findLostCommit(engine);
  const [to] = await engine.setAsideBrokenRefs([ref]);
  if (commit === undefined) return `moved the empty ref ${ref} to ${to}`;
  const moved = await engine.moveRefs([[{ ref, new: commit }]]);
  return moved === 1 ? `pointed the empty ref ${ref} at ${commit} again` : `moved the empty ref ${ref} to ${to}`;
}

async function repairAllNotes(engine: GitEngine, health: Health, by: Signature): Promise<string[]> {
  if (health.notesDamage === undefined && health.withoutNote.length === 0) return [];
  const repair = await repairNotes(engine, by);
  if (repair === undefined) return ['left the notes to another process, which changed them meanwhile'];
  const { found, rebuilt, kept } = repair;
  const parts = [
    ...(found > 0 ? [`found ${count(found, 'lost note')} again`] : []),
    ...(rebuilt > 0 ? [`wrote ${count(rebuilt, 'note')} from the messages of their commits`] : []),
  ];
  return [`${parts.join(', ')} (${count(kept, 'note')} untouched)`];
}

/** Notes that are there and cannot be read. Those of a newer version are for that version to read. */
async function repairSingleNotes(engine: GitEngine, { damaged }: Health, by: Signature): Promise<string[]> {
  const mendable = damaged.filter(({ rescued, newer }) => rescued !== undefined && !newer);
  if (mendable.length > 0) await keepNotesBeforeRepair(engine);
  const done: string[] = [];
  for (const { number, rescued } of mendable) {
    if (rescued === undefined) continue;
    await updateNote(engine, number, { edit: (note) => note, ...by, rescued });
    done.push(`replaced the damaged note of checkpoint ${number} by what the message of its commit holds`);
  }
  return done;
}
