import type { Oid } from '../core/checkpoint.ts';
import { leadsOutside } from '../core/link-target.ts';
import type { GitEngine } from '../git/engine.ts';
import { parseTree, type RawEntry } from '../git/tree-bytes.ts';
import { remoteEngine } from './remote-engine.ts';

/** Refs whose objects were here before, by the user's own doing. */
export const USER_REFS = ['refs/heads/', 'refs/remotes/', 'refs/tags/'];

const BATCH_SIZE = 500;

interface Walk {
  readonly engine: GitEngine;
  /** Objects that came in just now, and their paths. */
  readonly fresh: ReadonlyMap<Oid, string>;
  /** Names that were looked at: the same ones come in tree after tree. */
  readonly names: Map<string, boolean>;
  readonly found: Map<Oid, string>;
}

/**
 * New trees that hold what no checkout should write, and why. Only what is new is opened, so that the cost follows what came in; from the
 * roots down, because that leaves the files unread.
 */
export async function findForbiddenPaths(engine: GitEngine, commits: readonly Oid[]): Promise<Map<Oid, string>> {
  const reached = await remoteEngine(engine).reachedBeyond(commits, USER_REFS);
  const fresh = new Map(reached.map(({ oid, path }) => [oid, path]));
  const walk: Walk = { engine, fresh, names: new Map(), found: new Map() };
  const seen = new Set(commits);
  let next = new Set(reached.filter(({ path }) => path === '').map(({ oid }) => oid));
  while (next.size > 0) {
    const level = [...next].filter((oid) => !seen.has(oid));
    next = new Set();
    for (let at = 0; at < level.length; at += BATCH_SIZE) await openSome(walk, level.slice(at, at + BATCH_SIZE), next);
    for (const oid of level) seen.add(oid);
  }
  return walk.found;
}

/** Looks into those that are trees, and adds what is new in them and may be a tree too. */
async function openSome(walk: Walk, oids: readonly Oid[], below: Set<Oid>): Promise<void> {
  const { engine, fresh, found } = walk;
  for (const object of await engine.readObjects(oids)) {
    if (object?.type !== 'tree') continue;
    const entries = parseTree(object.bytes, engine.objectFormat === 'sha1' ? 40 : 64);
    const special = entries.filter(({ mode, oid }) => mode !== '100644' && mode !== '100755' && fresh.has(oid));
    const why = wrongName(walk, object.oid, entries) ?? (await wrongLink(walk, object.oid, special));
    if (why !== undefined) found.set(object.oid, why);
    for (const { oid } of special) below.add(oid);
  }
}

function wrongName({ fresh, names }: Walk, tree: Oid, entries: readonly RawEntry[]): string | undefined {
  for (const { name } of entries) {
    const forbidden = names.get(name) ?? isForbiddenName(name);
    names.set(name, forbidden);
    if (forbidden) return `it holds the forbidden path ${JSON.stringify(inside(fresh.get(tree), name))}`;
  }
  return undefined;
}

/** A link that was there before is the user's own; a new one may not lead out. */
async function wrongLink(
  { engine, fresh }: Walk,
  tree: Oid,
  special: readonly RawEntry[],
): Promise<string | undefined> {
  const links = special.filter(({ mode }) => /^0*120000$/.test(mode));
  const targets = links.length === 0 ? [] : await engine.readObjects(links.map(({ oid }) => oid));
  for (const [at, { name }] of links.entries()) {
    const path = inside(fresh.get(tree), name);
    if (leadsOutside(path, Buffer.from(targets[at]?.bytes ?? []).toString()))
      return `its link ${JSON.stringify(path)} leads out of the working tree`;
  }
  return undefined;
}

function inside(folder: string | undefined, name: string): string {
  return folder === undefined || folder === '' ? name : `${folder}/${name}`;
}

/** `.git` in all the ways in which a file system may read it, and what leads out of a folder. */
function isForbiddenName(name: string): boolean {
  const text = Buffer.from(name, 'latin1').toString().normalize('NFKC').toLowerCase();
  const visible = text.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '').replace(/[. ]+$/, '');
  const climbs = name === '.' || name === '..' || /[\\/]/.test(visible);
  return climbs || visible === '.git' || /^git~\d+$/.test(visible) || visible.startsWith('.git:');
}
