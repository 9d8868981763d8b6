import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from '../local/files.ts';
import { makeOwnFolder } from '../local/own-folder.ts';
import { FileLock } from './files/file-lock.ts';
import { isCutOff, PackedRefs } from './files/packed-refs.ts';
import { readIfThere } from './files/read-if-there.ts';

/** What git begins the file with when it has not sorted it. */
const HEAD = '# pack-refs with: peeled fully-peeled \n';

/** Keeps the lines of a damaged file of packed refs that are whole, and the file as it was under a name, which it answers. */
export function repairPackedRefs(place: RepositoryPaths): string | undefined {
  const { path } = new PackedRefs(place.commonDir);
  const bytes = readIfThere(path);
  if (bytes === undefined || !isCutOff(bytes)) return undefined;
  const lock = FileLock.take(path);
  if (lock === undefined) throw new Failure('fatal', `another process holds ${path}.lock`);
  try {
    const kept = localPath(place, 'damaged', 'packed-refs');
    makeOwnFolder(dirname(kept));
    writeFileSync(kept, bytes, { mode: 0o600 });
    const lines = bytes.toString('latin1').split('\n').slice(0, -1);
    const whole = lines.filter((line) => /^(?:[0-9a-f]{40}|[0-9a-f]{64}) refs\/[^\0]+$|^\^[0-9a-f]{40,64}$/.test(line));
    lock.commit(Buffer.from(`${HEAD}${whole.map((line) => `${line}\n`).join('')}`, 'latin1'));
    return kept;
  } finally {
    lock.release();
  }
}
