import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../core/checkpoint.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localFolder } from '../local/files.ts';
import { makeOwnFolder } from '../local/own-folder.ts';
import { ageOf, isAbandoned, ownName, parseOwner } from '../local/owner.ts';
import { ownPath, sweepDeadFiles } from '../local/scratch.ts';

/** A private object directory; the repository's own is its alternate. */
export interface Shelter {
  readonly directory: string;
  /** Packs what came in since the last time into the repository. */
  settle(): Promise<void>;
  remove(): void;
}

/** Writes a pack of objects of a shelter and its index into a folder; answers the name of the two files without their endings. */
export type Packer = (shelter: string, oids: readonly Oid[], folder: string) => Promise<string>;

const KEPT_BY = /^git checkpoint is (?:saving|fetching), process (\S+)$/m;

/**
 * A `git gc --prune=now` removes every loose object that no ref reached when it looked, however new. Objects that wait in here are
 * out of its sight, and they move into the repository as one pack with a `.keep` beside it, which no gc touches; when the refs
 * stand, the `.keep` goes.
 */
export function makeShelter(place: RepositoryPaths, pack: Packer): Shelter {
  const objects = join(place.commonDir, 'objects');
  const directory = ownPath(localFolder(place.commonDir), 'objects-');
  makeOwnFolder(join(directory, 'pack'));
  mkdirSync(join(objects, 'pack'), { recursive: true });
  sweepDead(localFolder(place.commonDir), join(objects, 'pack'));
  const settled = new Set<Oid>();
  const keeps: string[] = [];
  return {
    directory,
    settle: async () => {
      const waiting = looseObjects(directory).filter((oid) => !settled.has(oid));
      if (waiting.length === 0) return;
      const name = await pack(directory, waiting, join(directory, 'pack'));
      keeps.push(deliver(join(directory, 'pack', name), join(objects, 'pack', name)));
      for (const oid of waiting) settled.add(oid);
    },
    remove: () => {
      for (const keep of keeps) rmSync(keep, { force: true });
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Removes what killed commands left: shelters, and what keeps their packs from ever being collected. */
function sweepDead(shelters: string, packs: string): void {
  sweepDeadFiles(shelters);
  for (const keep of readdirSync(packs).filter((name) => name.endsWith('.keep'))) {
    const path = join(packs, keep);
    const owner = KEPT_BY.exec(readOrNothing(path))?.[1];
    if (owner !== undefined && isAbandoned(parseOwner(owner), ageOf(path))) rmSync(path, { force: true });
  }
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Its save may end at this moment.
    return '';
  }
}

/** Moves a pack in: what keeps it first, and last the index by which git finds it. */
function deliver(from: string, to: string): string {
  const keep = `${to}.keep`;
  writeFileSync(keep, `git checkpoint is saving, process ${ownName()}\n`);
  for (const ending of ['.pack', '.idx']) renameSync(`${from}${ending}`, `${to}${ending}`);
  return keep;
}

function looseObjects(directory: string): Oid[] {
  const folders = readdirSync(directory).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return folders.flatMap((folder) =>
    readdirSync(join(directory, folder))
      .filter((name) => /^[0-9a-f]{38,62}$/.test(name))
      .map((name) => folder + name),
  );
}
