import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { ageOf, isAbandoned, ownName, parseOwner } from '../../local/owner.ts';
import { readIfThere } from '../files/read-if-there.ts';
import { type RunOptions, runGit } from './run.ts';

const MARK = 'git-checkpoint ';

/** Puts objects into a pack with a `.keep` file, which no gc removes. Answers what removes that file again; undefined when an object is not there. */
export async function keepPacked(
  { commonDir }: RepositoryPaths,
  oids: readonly Oid[],
  options: RunOptions,
): Promise<(() => void) | undefined> {
  const packs = join(commonDir, 'objects', 'pack');
  sweepKeeps(packs);
  try {
    const stdin = oids.map((oid) => `${oid}\n`).join('');
    const pack = await runGit(['pack-objects', '--quiet', '--stdout'], { ...options, stdin });
    const keep = `--keep=${MARK}${ownName()}`;
    const said = (await runGit(['index-pack', '--stdin', keep], { ...options, stdin: pack })).toString();
    const name = /^(?:keep|pack)\t([0-9a-f]+)$/m.exec(said)?.[1];
    return () => rmSync(join(packs, `pack-${name}.keep`), { force: true });
  } catch (error) {
    // A gc took one of them just now; any other reason the caller meets again when it writes.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** What processes left that died meanwhile: their packs are for gc again. */
function sweepKeeps(packs: string): void {
  for (const name of readdirSync(packs).filter((one) => one.endsWith('.keep'))) {
    const path = join(packs, name);
    // Others remove theirs at any moment.
    const text = readIfThere(path)?.toString() ?? '';
    if (text.startsWith(MARK) && isAbandoned(parseOwner(text.slice(MARK.length)), ageOf(path)))
      rmSync(path, { force: true });
  }
}
