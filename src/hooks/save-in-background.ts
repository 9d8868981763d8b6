import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '../core/defined.ts';
import { addJob } from '../local/jobs.ts';
import type { SavedByHook } from '../local/session-record.ts';
import type { EventContext } from './event-context.ts';
import { sessionOf } from './session.ts';

const LOOK_EVERY_MS = 10;

/** A save that was asked for. */
interface BackgroundSave {
  readonly job: string;
  /** What it saved, if that is known by now. */
  readonly saved?: SavedByHook;
}

/** Has the save done by a process of its own, which outlives this hook and the agent. Waits for it as long as `patience` allows. */
export async function saveInBackground(hook: EventContext, patience: number): Promise<BackgroundSave> {
  const { hooks, event, place, world } = hook;
  const before = sessionOf(hook).saved?.number;
  const job = addJob(place, { agent: hooks.agent, event }, world.now());
  hook.saveIsLeft?.();
  // A worker that cannot start leaves its job behind for the next session.
  await world.startSelf?.(['hook', hooks.agent, '--run-jobs'], place.root);
  const end = world.now().getTime() + patience;
  while (world.now().getTime() < end && existsSync(job)) await sleep(LOOK_EVERY_MS);
  const { saved } = sessionOf(hook);
  return defined({ job, saved: saved?.number === before ? undefined : saved });
}
