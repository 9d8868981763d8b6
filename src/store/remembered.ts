import { setTimeout as sleep } from 'node:timers/promises';
import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine, ObjectType } from '../git/engine.ts';

/** A writer that keeps in memory what it wrote, until that is known to be safe. */
export interface Remembered extends Pick<GitEngine, 'readObjects' | 'objectFormat' | 'writeObject'> {
  /** After the refs moved: writes again what a gc took in the meantime. A broken notes ref would take every note with it. */
  ensure(): Promise<void>;
}

const MOST_LOOKS = 200;

export function remembering(engine: GitEngine): Remembered {
  const written = new Map<Oid, { readonly type: ObjectType; readonly bytes: Uint8Array }>();
  return {
    objectFormat: engine.objectFormat,
    readObjects: (names) => engine.readObjects(names),
    writeObject: async (type, bytes) => {
      const oid = await engine.writeObject(type, bytes);
      written.set(oid, { type, bytes });
      return oid;
    },
    ensure: async () => {
      // A gc that still runs may take them once more: it is watched to its end, within reason.
      for (let look = 0; look < MOST_LOOKS; look += 1) {
        const gc = engine.gcRuns();
        for (const oid of await engine.missingObjects([...written.keys()])) {
          const lost = written.get(oid);
          if (lost !== undefined) await engine.writeObject(lost.type, lost.bytes);
        }
        if (!gc) return;
        await sleep(50);
      }
    },
  };
}
