import { type CheckpointNumber, checkpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { refOf } from './refs.ts';
import { listNumbers, readNewestHint, type StoreState } from './state.ts';
import { readTrash } from './trash.ts';

/** One more than every number ever given out, here or (by the ledger) elsewhere. */
export async function nextNumber(engine: GitEngine, state: StoreState): Promise<CheckpointNumber> {
  const hint = readNewestHint(engine);
  const newest = hint > 0 ? hint : ((await listNumbers(engine)).at(-1) ?? 0);
  // Of a ledger that cannot be read, the trash may still know which numbers were given out.
  const trashed = state.ledger.damage === undefined ? [] : (await readTrash(engine)).map(({ number }) => number);
  return freeAfter(engine, Math.max(newest, state.ledger.value.highWater, ...trashed));
}

/** The same, of those whose ref is not there: a save that was made this moment has perhaps not told its number yet. */
export async function freeNumber(engine: GitEngine, state: StoreState): Promise<CheckpointNumber> {
  const next = await nextNumber(engine, state);
  const [taken] = await engine.resolveRefs([refOf(next)]);
  return taken === undefined ? next : freeAfter(engine, Math.max(next, (await listNumbers(engine)).at(-1) ?? 0));
}

/** The next number whose ref can be made: another tool may keep refs of its own below one. */
export async function freeAfter(engine: GitEngine, number: number): Promise<CheckpointNumber> {
  const next = checkpointNumber(number + 1);
  return (await engine.listRefs(`${refOf(next)}/`)).length === 0 ? next : freeAfter(engine, next);
}
