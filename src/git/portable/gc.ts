import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { Place } from '../engine.ts';
import { gcRuns } from '../gc-running.ts';
import type { Objects } from './objects.ts';
import { renderPack } from './pack-bytes.ts';

/** Packs the objects while a gc of some git runs: a prune spares packs that are newer than its list of them. */
export function protectFromGc(place: Place, objects: Objects, oids: readonly Oid[]): void {
  if (!gcRuns(place)) return;
  const found = [...new Set(oids)].map((oid) => {
    const object = objects.find(oid);
    if (object === undefined) throw new Failure('fatal', `object ${oid} is missing`);
    return object;
  });
  const { pack, index, id } = renderPack(found);
  const folder = join(place.commonDir, 'objects', 'pack');
  mkdirSync(folder, { recursive: true });
  // The pack before its index: a reader takes a pack for there when its index is.
  placeFile(join(folder, `pack-${id}.pack`), pack);
  placeFile(join(folder, `pack-${id}.idx`), index);
}

function placeFile(path: string, bytes: Uint8Array): void {
  const temporary = join(path, '..', `tmp_${process.pid}_${path.slice(-9)}`);
  writeFileSync(temporary, bytes, { mode: 0o444 });
  renameSync(temporary, path);
}
