import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { TreeChange } from '../../core/tree-change.ts';
import type { World } from '../../core/world.ts';
import type { GitEngine } from '../engine.ts';
import { normalKey, readConfigEntries } from '../files/config-reader.ts';
import { ConfigValues } from '../files/config-values.ts';
import { RefReader } from '../files/ref-reader.ts';
import { moveRefs } from '../files/ref-writer.ts';
import { identityFrom } from '../identity.ts';
import { objectCare } from '../object-care.ts';
import { openNested } from '../open-nested.ts';
import { operationIn } from '../operation.ts';
import { syncsRefs } from '../repository-settings.ts';
import { beginCapture } from './capture.ts';
import { userFileToWrite, writeConfigFile } from './config-write.ts';
import { type ContentSource, diffTrees } from './diff-trees.ts';
import { History } from './history.ts';
import { findNamed, treeNamed } from './names.ts';
import { Objects } from './objects.ts';
import { patch } from './patch.ts';
import { bytesBeyond } from './reached.ts';
import { portableRemote } from './remote.ts';
import { refuseBorrowed, refuseShared, refuseUnsupported } from './supported.ts';
import { listTree } from './tree-files.ts';
import { Worktree } from './worktree.ts';
import { portableWorktree } from './worktree-engine.ts';

/** The engine that needs no git on the machine. */
export async function openPortable(place: RepositoryPaths, world: Pick<World, 'env'>): Promise<GitEngine> {
  const git = await import('isomorphic-git');
  const entries = readConfigEntries(place, world.env);
  const config = new ConfigValues(entries);
  refuseUnsupported(place, world.env);
  const refs = new RefReader(place);
  refuseBorrowed(place, { config, refs, env: world.env });
  const objects = new Objects(git, place, config);
  const target = { place, reader: refs, has: (oid: string) => objects.has(oid), fsync: syncsRefs(entries) };
  const parts = { place, world, config, refs, objects, target };
  const isDirty = (at: RepositoryPaths) => hasChanges(at, world.env);
  // Read anew for every look: the working tree and its index move under a long-lived engine.
  const worktree = () => new Worktree({ ...parts, isDirty });
  const contents = (): ContentSource => {
    let now: Worktree | undefined;
    // The index is read only when a file's content is looked at.
    return { objects, attributes: { of: (path) => (now ??= worktree()).attributes.of(path) } };
  };
  const tree = (name: string) => treeNamed(objects, refs, name);
  const trees = async (from: string, to: string) => ({ from: await tree(from), to: await tree(to) });

  return {
    name: 'portable',
    place,
    objectFormat: 'sha1',
    version: async () => 'no git needed',
    configEntries: async () => entries,
    writeConfig: (scope, key, values) => {
      const path = scope === 'local' ? `${place.commonDir}/config` : userFileToWrite(world.env);
      return writeConfigFile(path, normalKey(key), values);
    },
    identity: async () => identityFrom(entries, world.env),
    operation: async () => operationIn(place),
    status: async () => worktree().status(),
    readObjects: (names) => Promise.all(names.map((name) => findNamed(objects, refs, name))),
    missingObjects: (oids, since) => objects.missing(oids, since),
    ...objectCare(place, 'sha1'),
    writeObject: (type, bytes) => objects.write(type, bytes),
    resolveRefs: async (names) => names.map((name) => refs.resolve(name)),
    listRefs: async (prefix) => refs.list(prefix),
    moveRefs: async (steps) => {
      refuseShared(config);
      return moveRefs(target, steps);
    },
    beginCapture: async () => beginCapture(worktree()),
    listTree: async (name, paths) => listTree(objects, await tree(name), paths),
    diffTrees: async (from, to, options = {}) => diffTrees(contents(), await trees(from, to), options),
    diffTreePairs: async (pairs, options = {}) => {
      const source = contents();
      const differences: TreeChange[][] = [];
      for (const pair of pairs) differences.push(await diffTrees(source, pair, options));
      return differences;
    },
    bytesBeyond: (names, known) => bytesBeyond(parts, names, known),
    patch: async (from, to, options = {}) => patch(contents(), await trees(from, to), options),
    commitsBetween: (from, to, limit) => new History(objects, place).between(from, to, limit),
    openNested: (path, root = place.root) =>
      openNested({ place: { ...place, root }, env: world.env, open: (at, env) => openPortable(at, { env }) }, path),
    remote: portableRemote(parts),
    worktree: portableWorktree(parts, worktree),
    close: async () => objects.close(),
  };
}

async function hasChanges(place: RepositoryPaths, outer: World['env']): Promise<boolean> {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, ...env } = outer;
  const engine = await openPortable(place, { env });
  try {
    return (await engine.status()).entries.length > 0;
  } finally {
    await engine.close();
  }
}
