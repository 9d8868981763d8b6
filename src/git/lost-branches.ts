import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine } from './engine.ts';

interface LostBranch {
  readonly branch: string;
  readonly commit: Oid;
}

/** Branches that have a log and no ref: git removes both together, so a bad disk took the ref. With the commit that the log ends at, if that is here. */
export async function findLostBranches({ place, resolveRefs, missingObjects }: GitEngine): Promise<LostBranch[]> {
  const folder = join(place.commonDir, 'logs', 'refs', 'heads');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const branches = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const refs = await resolveRefs(branches.map((branch) => `refs/heads/${branch}`));
  const lost = branches.flatMap((branch, at) => {
    const [, commit] = /^[0-9a-f]+ ([0-9a-f]{40,64}) .*\n?$/m.exec(lastLine(join(folder, branch))) ?? [];
    return refs[at] === undefined && commit !== undefined && !/^0+$/.test(commit) ? [{ branch, commit }] : [];
  });
  const gone = new Set(await missingObjects(lost.map(({ commit }) => commit)));
  return lost.filter(({ commit }) => !gone.has(commit));
}

function lastLine(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
}
