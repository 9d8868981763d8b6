import { withLock } from '../local/lock.ts';
import { recordOverBudget } from '../local/over-budget.ts';
import { lastLook, seeClock } from '../local/seen-clock.ts';
import { keepSmall } from '../repository/keep-small.ts';
import type { HookContext } from './event-context.ts';

const EVERY_MS = 3_600_000;

/** Keeps the store small after saves by hooks: at most once an hour, in the process that nobody waits for. */
export async function retain(hook: HookContext): Promise<void> {
  const { place, world } = hook;
  if (!isDue(hook)) return;
  await withLock(place, { lock: 'retaining', patience: 0, world }, async () => {
    if (!isDue(hook)) return;
    // Before the work: what fails is not tried again after each turn.
    seeClock(place, world.now());
    const { overBudget } = await keepSmall(await hook.repository());
    if (overBudget > 0) recordOverBudget(place, { at: world.now().toISOString(), checkpoints: overBudget });
  });
}

/** A time that is not past, as after a wrong clock, counts for nothing. */
function isDue({ place, world }: HookContext): boolean {
  const since = world.now().getTime() - (lastLook(place) ?? Number.NaN);
  return !(since >= 0 && since < EVERY_MS);
}
