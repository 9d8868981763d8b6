import { forgetDeadWriters } from '../git/stale-ref-locks.ts';
import { isClockProven } from '../local/seen-clock.ts';
import type { Repository } from '../open/repository.ts';
import { releaseLeftHoldings } from '../store/left-holdings.ts';
import { prune } from './prune.ts';

interface KeptSmall {
  /** How many went to the trash. */
  readonly removed: number;
  /** How many of them only because all of them took too much room. */
  readonly overBudget: number;
}

/** A store that was never thinned is thinned in several goes: each is done in seconds. */
const MAX_AT_ONCE = 512;

/** Removes what retention no longer wants, as nobody asked for it; packs objects and refs where there are many. */
export async function keepSmall(repository: Repository): Promise<KeptSmall> {
  const { engine, world } = repository;
  const isProven = isClockProven(engine.place, world.now());
  const { remove } = isProven
    ? await prune(repository, { dryRun: false, unasked: true, most: MAX_AT_ONCE })
    : { remove: [] };
  await releaseLeftHoldings(engine);
  forgetDeadWriters(engine.place);
  await engine.tidy?.();
  return { removed: remove.length, overBudget: remove.filter(({ why }) => why === 'budget').length };
}
