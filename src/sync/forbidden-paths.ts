import type { Oid } from '../core/checkpoint.ts';
import { leadsOutside } from '../core/link-target.ts';
import type { GitEngine, GitObject } from '../git/engine.ts';
import { parseTree, type RawEntry } from '../git/tree-bytes.ts';
import { remoteEngine } from './contact.ts';

/** Refs whose objects were here before, by the user's own doing. */
export const OURS = ['refs/heads/', 'refs/remotes/', 'refs/tags/'];

const AT_ONCE = 500;

interface Folder {
  readonly path: string;
  /** Objects that came in just now. */
  readonly fresh: ReadonlyMap<Oid, string>;
}

/** New trees that hold what no checkout should write, and why. Only what is new is opened, so that the cost follows what came in. */
export async function findForbiddenPaths(engine: GitEngine, commits: readonly Oid[]): Promise<Map<Oid, string>> {
  const found = new Map<Oid, string>();
  const reached = await remoteEngine(engine).reachedBeyond(commits, OURS);
  const fresh = new Map(reached.map(({ oid, path }) => [oid, path]));
  for (let at = 0; at < reached.length; at += AT_ONCE) {
    const objects = await engine.readObjects(reached.slice(at, at + AT_ONCE).map(({ oid }) => oid));
    for (const object of objects) {
      if (object?.type !== 'tree') continue;
      const why = await wrongIn(engine, object, { path: fresh.get(object.oid) ?? '', fresh });
      if (why !== undefined) found.set(object.oid, why);
    }
  }
  return found;
}

async function wrongIn(engine: GitEngine, tree: GitObject, folder: Folder): Promise<string | undefined> {
  for (const entry of parseTree(tree.bytes, engine.objectFormat === 'sha1' ? 40 : 64)) {
    const path = JSON.stringify(folder.path === '' ? entry.name : `${folder.path}/${entry.name}`);
    if (isForbiddenName(entry.name)) return `it holds the forbidden path ${path}`;
    if (await leadsOut(engine, entry, folder)) return `its link ${path} leads out of the working tree`;
  }
  return undefined;
}

/** `.git` in all the ways in which a file system may read it, and what leads out of a folder. */
function isForbiddenName(name: string): boolean {
  const text = Buffer.from(name, 'latin1').toString().normalize('NFKC').toLowerCase();
  const visible = text.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '').replace(/[. ]+$/, '');
  const climbs = name === '.' || name === '..' || /[\\/]/.test(visible);
  return climbs || visible === '.git' || /^git~\d+$/.test(visible) || visible.startsWith('.git:');
}

/** A link that was there before is the user's own; a new one may not lead out. */
async function leadsOut(engine: GitEngine, entry: RawEntry, folder: Folder): Promise<boolean> {
  if (entry.mode !== '120000' || !folder.fresh.has(entry.oid)) return false;
  const [object] = await engine.readObjects([entry.oid]);
  const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
  return leadsOutside(path, Buffer.from(object?.bytes ?? []).toString());
}
