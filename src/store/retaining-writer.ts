import { setTimeout as sleep } from 'node:timers/promises';
import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine, GitObject } from '../git/engine.ts';
import { gcRuns, gcTrace, MAX_GC_WAIT_MS } from '../git/gc-running.ts';
import { withGcHeldBack } from '../git/hold-back-gc.ts';

type RefSteps = Parameters<GitEngine['moveRefs']>[0];

/**
 * Says which refs move, and writes what they are to point at. Where a gc is held back, the refs stay as they were read until they have
 * moved, because others who move some wait for the same lock. Nothing is deleted.
 */
type RefPlan = (isHeld: boolean) => Promise<RefSteps>;

/** Writes objects and moves refs to them; keeps the objects in memory until no gc can take them any more. */
export interface RetainingWriter extends Pick<GitEngine, 'readObjects' | 'objectFormat' | 'writeObject'> {
  /** As the engine does; where a gc is near, between two of them, and only if then everything is ready that others wrote. */
  moveRefs(steps: RefSteps | RefPlan, isReady?: () => Promise<boolean>): Promise<number>;
  /**
   * Watches a running gc to its end and writes again what it took; answers how many objects that were. A broken notes ref would take
   * every note with it. Moving refs does it.
   */
  rewriteLost(): Promise<number>;
  /** Keeps an object that somebody else wrote, too. */
  retain(object: GitObject): void;
  /** Whether refs moved beside a gc whose end was not seen. */
  isInDoubt(): boolean;
  /** All that was written. */
  written(): readonly Oid[];
}

/** Between two gcs without a pause there are only moments. */
const LOOK_EVERY_MS = 4;

export function retainingWriter(engine: GitEngine, maxWait = MAX_GC_WAIT_MS): RetainingWriter {
  // One for all waits: a save must not wait for the same gc again and again.
  const deadline = performance.now() + maxWait;
  const kept = keptObjects(engine, deadline);
  const mover = refMover(engine, kept, { deadline, maxWait });
  return {
    objectFormat: engine.objectFormat,
    readObjects: (names) => engine.readObjects(names),
    writeObject: async (type, bytes) => {
      const oid = await engine.writeObject(type, bytes);
      kept.objects.set(oid, { type, bytes });
      return oid;
    },
    moveRefs: async (steps, isReady = async () => true) => {
      if (typeof steps === 'function') return mover.move(steps, isReady);
      let done = 0;
      for (const part of partsOf(steps)) {
        const plan = async () => part;
        // Who deletes a ref takes the lock that holds a gc back, and points no ref at anything.
        const moved = await (part.some(deletes) ? mover.moveUnheld(plan) : mover.move(plan, isReady));
        done += moved;
        if (moved < part.length) break;
      }
      return done;
    },
    rewriteLost: kept.rewriteLost,
    retain: ({ oid, type, bytes }) => void kept.objects.set(oid, { type, bytes }),
    isInDoubt: mover.isInDoubt,
    written: () => [...kept.objects.keys()],
  };
}

interface KeptObjects {
  readonly objects: Map<Oid, Pick<GitObject, 'type' | 'bytes'>>;
  /** Those that were made after `unread` are only looked for. */
  writeMissing(unread: Date): Promise<number>;
  rewriteLost(): Promise<number>;
}

function keptObjects(engine: GitEngine, deadline: number): KeptObjects {
  // Not the World's clock: it is compared with the times of files.
  const since = new Date();
  const objects: KeptObjects['objects'] = new Map();
  const writeMissing = async (unread: Date) => {
    const missing = await engine.missingObjects([...objects.keys()], unread);
    for (const oid of missing) {
      const object = objects.get(oid);
      if (object !== undefined) await engine.writeObject(object.type, object.bytes);
    }
    return missing.length;
  };
  const rewriteLost = async () => {
    let lost = 0;
    for (;;) {
      // Asked before looking: a gc that ended in between has taken what it would take, and one that begins now sees the refs.
      const mayRetry = gcRuns(engine.place) && performance.now() < deadline;
      lost += await writeMissing(since);
      if (!mayRetry) return lost;
      await sleep(LOOK_EVERY_MS);
    }
  };
  return { objects, writeMissing, rewriteLost };
}

function refMover(engine: GitEngine, kept: KeptObjects, wait: { readonly deadline: number; readonly maxWait: number }) {
  let isInDoubt = false;
  const lookForAll = async (isReady: () => Promise<boolean>) => {
    // Whether they can be read was seen before, and a gc takes them whole.
    await kept.writeMissing(new Date(0));
    return isReady();
  };
  const moveUnheld = async (plan: RefPlan) => {
    const steps = await plan(false);
    try {
      const done = await engine.moveRefs(steps);
      if (done > 0) await kept.rewriteLost();
      isInDoubt ||= done > 0 && gcRuns(engine.place);
      return done;
    } catch (error) {
      // Some steps may have happened. No ref is pointed at an object that is gone: with it there again, the caller's next try succeeds.
      if ((await kept.rewriteLost()) === 0) throw error;
      return 0;
    }
  };
  const move = (plan: RefPlan, isReady: () => Promise<boolean>) => {
    let seen: string | undefined;
    // They may be many, and whoever needs the lock waits for a second only. What was there after the last gc is there until the next.
    const before = async () => {
      const trace = gcTrace(engine.place);
      if (!gcRuns(engine.place) && (await lookForAll(isReady)) && !gcRuns(engine.place)) seen = trace;
    };
    const held = async (isHeld: () => boolean) => {
      const isSeen = seen === gcTrace(engine.place);
      const steps = await plan(true);
      if (!(isSeen || (await lookForAll(isReady)))) return 0;
      const done = await engine.moveRefs(steps);
      if (!isHeld()) await kept.rewriteLost();
      return done;
    };
    return withGcHeldBack(engine, { ...wait, before, held, unheld: () => moveUnheld(plan) });
  };
  return { move, moveUnheld, isInDoubt: () => isInDoubt };
}

/** Steps that follow each other, those that delete refs apart. */
function partsOf(steps: RefSteps): RefSteps[] {
  const parts: RefSteps[number][][] = [];
  for (const step of steps) {
    const last = parts.at(-1);
    if (last?.[0] !== undefined && deletes(last[0]) === deletes(step)) last.push(step);
    else parts.push([step]);
  }
  return parts;
}

function deletes(step: RefSteps[number]): boolean {
  return step.some((update) => update.new === undefined);
}
