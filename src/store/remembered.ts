import { setTimeout as sleep } from 'node:timers/promises';
import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine, ObjectType } from '../git/engine.ts';

/** A writer that keeps in memory what it wrote, until that is known to be safe. */
export interface Remembered extends Pick<GitEngine, 'readObjects' | 'objectFormat' | 'writeObject' | 'moveRefs'> {
  /**
   * After refs moved, all or some: writes again what a gc took in the meantime. A broken notes ref would take every note with it.
   * Moving refs does it.
   */
  ensure(): Promise<void>;
  /** Whether anything had to be written again. */
  hadLosses(): boolean;
}

const MOST_LOOKS = 200;
const MOST_TRIES = 4;

export function remembering(engine: GitEngine): Remembered {
  const written = new Map<Oid, { readonly type: ObjectType; readonly bytes: Uint8Array }>();
  let losses = 0;
  const ensure = async () => {
    // A gc that still runs may take them once more: it is watched to its end, within reason.
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const gc = engine.gcRuns();
      for (const oid of await engine.missingObjects([...written.keys()])) {
        const lost = written.get(oid);
        if (lost !== undefined) await engine.writeObject(lost.type, lost.bytes);
        losses += 1;
      }
      await engine.settleObjects();
      if (!gc) return;
      await sleep(50);
    }
  };
  return {
    objectFormat: engine.objectFormat,
    readObjects: (names) => engine.readObjects(names),
    writeObject: async (type, bytes) => {
      const oid = await engine.writeObject(type, bytes);
      written.set(oid, { type, bytes });
      return oid;
    },
    moveRefs: async (steps) => {
      for (let tries = 1; ; tries += 1) {
        const before = losses;
        try {
          const done = await engine.moveRefs(steps);
          if (done > 0) await ensure();
          return done;
        } catch (error) {
          // Some steps may have happened. What failed for want of an object is tried again, and what happened counts as done.
          await ensure();
          if (losses === before || tries >= MOST_TRIES) throw error;
        }
      }
    },
    ensure,
    hadLosses: () => losses > 0,
  };
}
