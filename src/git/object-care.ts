import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Oid } from '../core/checkpoint.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from '../local/files.ts';
import { moveFile } from '../local/move-file.ts';
import { makeOwnFolder } from '../local/own-folder.ts';
import { brokenRefFiles } from './broken-refs.ts';
import type { GitEngine } from './engine.ts';
import { isAbsence } from './files/read-if-there.ts';
import type { ObjectFormat } from './hash.ts';
import { loosePath, type ObjectFolder } from './loose.ts';
import { namesIn } from './loose-count.ts';
import { looseState, setAsideLoose } from './loose-state.ts';

type ObjectCare = Pick<
  GitEngine,
  'setAsideDamaged' | 'listLooseObjects' | 'damagedLooseObjects' | 'brokenRefs' | 'setAsideBrokenRefs' | 'flushToDisk'
>;

/** What both engines do for the files of objects and refs: they lie in the same places. */
export function objectCare(place: RepositoryPaths, format: ObjectFormat): ObjectCare {
  const store = { directory: join(place.commonDir, 'objects'), format };
  return {
    setAsideDamaged: async (oids) => {
      const moved: Oid[] = [];
      for (const oid of oids) {
        const to = localPath(place, 'damaged', oid);
        makeOwnFolder(dirname(to));
        if (await setAsideLoose(store, oid, to)) moved.push(oid);
      }
      return moved;
    },
    listLooseObjects: async () => {
      const dated = [...looseObjects(store)].map((oid) => ({
        oid,
        time: statSync(loosePath(store, oid), { throwIfNoEntry: false })?.mtimeMs ?? 0,
      }));
      return dated.sort((one, other) => other.time - one.time).map(({ oid }) => oid);
    },
    brokenRefs: async (prefix) => brokenRefFiles(place.commonDir, prefix),
    setAsideBrokenRefs: async (refs) =>
      refs
        .filter((ref) => brokenRefFiles(place.commonDir, ref).includes(ref))
        .map((ref) => {
          const to = localPath(place, 'damaged', ref.replaceAll('/', '-'));
          makeOwnFolder(dirname(to));
          moveFile(join(place.commonDir, ref), to);
          return to;
        }),
    damagedLooseObjects: async () => {
      const damaged: Oid[] = [];
      for (const oid of looseObjects(store)) if ((await looseState(store, oid)) === 'damaged') damaged.push(oid);
      return damaged;
    },
    flushToDisk: async (oids, refs) => {
      const files = [...oids.map((oid) => loosePath(store, oid)), ...refs.map((ref) => join(place.commonDir, ref))];
      // The folder comes after what is in it: it holds the names.
      for (const path of new Set([...files, ...files.map(dirname)])) flush(path);
    },
  };
}

function* looseObjects({ directory, format }: ObjectFolder): Iterable<Oid> {
  const rest = new RegExp(`^[0-9a-f]{${format === 'sha1' ? 38 : 62}}$`);
  for (const folder of namesIn(directory).filter((name) => /^[0-9a-f]{2}$/.test(name)))
    for (const name of namesIn(join(directory, folder))) if (rest.test(name)) yield folder + name;
}

/** What is packed or kept in another format is no file of its own; git has it written when it packs. */
function flush(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isAbsence(error)) return;
    throw error;
  }
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
