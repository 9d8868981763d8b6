import type { GitEngine, PushOutcome, RemoteCall } from '../git/engine.ts';
import { type PushPlan, refUpdates } from './push-plan.ts';
import { remoteEngine } from './remote-engine.ts';

/** Pushes all refs or none; `lost`: another writer moved one of them first. */
export async function pushAtomically(
  engine: GitEngine,
  call: RemoteCall,
  plan: PushPlan,
): Promise<PushOutcome['kind']> {
  const updates = refUpdates(plan);
  return updates.length === 0 ? 'done' : (await remoteEngine(engine).push(call, { updates, atomic: true })).kind;
}

/**
 * Pushes to a server that cannot push atomically: the ledger goes first and reserves the numbers, and only who won it goes on with the
 * rest. Answers whether all of it arrived.
 */
export async function pushLedgerFirst(engine: GitEngine, call: RemoteCall, plan: PushPlan): Promise<boolean> {
  const { ledger, ...rest } = plan;
  for (const updates of [ledger ? [ledger] : [], refUpdates(rest)]) {
    if (updates.length === 0) continue;
    if ((await remoteEngine(engine).push(call, { updates, atomic: false })).kind !== 'done') return false;
  }
  return true;
}
