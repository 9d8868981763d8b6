import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { triggersOfPeople } from '../core/note.ts';
import { type CheckpointNumber, checkpointNumber } from '../core/number.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { readLocalLines } from '../local/local-lines.ts';
import { readOperations } from '../local/operation-log.ts';
import { isWholeCommit } from './is-whole.ts';
import { uidFromMessage } from './message.ts';
import { freeAfter, nextNumber } from './next-number.ts';
import { CHECKPOINTS, LEDGER, NOTES, refOf } from './refs.ts';
import { readNewestHint, readState, rememberNewest } from './state.ts';
import { readTrash } from './trash.ts';

/** A checkpoint that was there, was not removed, and has no ref any more. */
interface LostRef {
  readonly commit: Oid;
  /** Where it is known. */
  readonly number?: number;
}

/** Whether there were checkpoints, and nothing of ours is among the refs: not even what stays when all are dropped. */
export async function refsAreGone(engine: GitEngine): Promise<boolean> {
  if (readNewestHint(engine) === 0) return false;
  const some = await engine.resolveRefs([NOTES, LEDGER]);
  return some.every((oid) => oid === undefined) && (await engine.listRefs(CHECKPOINTS)).length === 0;
}

/** Whether refs were lost: all of them, or that of a checkpoint that somebody asked for, which nothing removes without a word of it. */
export async function lossIsKnown(engine: GitEngine): Promise<boolean> {
  if (await refsAreGone(engine)) return true;
  const { asked, removed } = readLog(engine);
  const known = await knownCommits(engine);
  return [...asked].some((commit) => !known.has(commit) && !removed.has(commit));
}

/**
 * Checkpoints whose refs a bad disk took with the file of packed refs, by what this clone has written down beside git: every commit that it
 * made or fetched, and the numbers in its log of operations. What retention removed long ago is among them while git has its objects; so this
 * is asked only where refs are known to be lost. In the order in which they were made.
 */
export async function findLostRefs(engine: GitEngine): Promise<LostRef[]> {
  const { numbers, removed } = readLog(engine);
  const written = (['imported', 'made'] as const).flatMap((file) => readLocalLines(engine, file));
  const known = await knownCommits(engine);
  const commits = new Set([...written.map((line) => line.split(' ')[0] ?? ''), ...numbers.keys()]);
  const open = [...commits].filter((commit) => !known.has(commit) && !removed.has(commit));
  const lost: (LostRef & { readonly uid: string })[] = [];
  for (const object of await engine.readObjects(open)) {
    const facts = object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
    const uid = facts === undefined ? undefined : uidFromMessage(facts.message);
    if (object === undefined || uid === undefined) continue;
    lost.push(defined({ commit: object.oid, uid, number: numbers.get(object.oid) }));
  }
  return lost.sort((one, other) => (one.uid < other.uid ? -1 : 1));
}

/** Those that have a ref, lie in the trash or were dropped. */
async function knownCommits(engine: GitEngine): Promise<ReadonlySet<Oid>> {
  const { ledger } = await readState(engine);
  return new Set([
    ...(await engine.listRefs(CHECKPOINTS)).map(({ oid }) => oid),
    ...(await readTrash(engine)).map(({ commit }) => commit),
    ...ledger.value.dead.keys(),
  ]);
}

/** What the log knows of checkpoints: their numbers, which of them somebody asked for, and of which the last word is that they were removed. */
function readLog({ place }: GitEngine) {
  const numbers = new Map<Oid, number>();
  const asked = new Set<Oid>();
  const removed = new Set<Oid>();
  for (const { kind, about, effect, checkpoints } of readOperations(place))
    for (const { commit = '', number } of checkpoints) {
      numbers.set(commit, number);
      if (kind === 'save' && triggersOfPeople.some((trigger) => trigger === about)) asked.add(commit);
      if (effect?.kind === 'removed') removed.add(commit);
      if (effect?.kind === 'added') removed.delete(commit);
    }
  for (const some of [numbers, asked, removed]) some.delete('');
  return { numbers, asked, removed };
}

/** Points refs at lost checkpoints that are whole: under the number that each had, or a new one where that is not known or taken. */
export async function bringRefsBack(engine: GitEngine, lost: readonly LostRef[]): Promise<CheckpointNumber[]> {
  const back: CheckpointNumber[] = [];
  const highest = Math.max(
    ...lost.map(({ number = 0 }) => number),
    (await nextNumber(engine, await readState(engine))) - 1,
  );
  rememberNewest(engine, highest);
  let newest = highest;
  for (const { commit, number } of lost) {
    if (!(await isWholeCommit(engine, commit))) continue;
    const old = number === undefined ? undefined : checkpointNumber(number);
    if (old !== undefined && (await engine.moveRefs([[{ ref: refOf(old), new: commit }]])) === 1) back.push(old);
    else {
      const next = await freeAfter(engine, newest);
      newest = next;
      if ((await engine.moveRefs([[{ ref: refOf(next), new: commit }]])) === 1) back.push(next);
    }
  }
  rememberNewest(engine, newest);
  return back;
}
