import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { type World, worldAt } from '../../core/world.ts';
import type { GitEngine } from '../engine.ts';
import { identityFrom } from '../identity.ts';
import { writeLoose } from '../loose.ts';
import { objectCare } from '../object-care.ts';
import { operationIn } from '../operation.ts';
import { readRepositoryFormat } from '../repository-format.ts';
import { isShared, syncsLooseObjects } from '../repository-settings.ts';
import { beginCapture } from './capture.ts';
import { loadConfig, writeConfig } from './config.ts';
import { missingObjects } from './missing-objects.ts';
import { ObjectReader } from './object-reader.ts';
import { RepositoryFiles } from './own-files.ts';
import { bytesBeyond } from './reached.ts';
import { listRefs, moveRefs, resolveRefs } from './refs.ts';
import { nativeRemote } from './remote.ts';
import { gitEnv, type RunOptions, runGit } from './run.ts';
import { nativeSigning } from './signing.ts';
import { readStatus } from './status.ts';
import { tidy } from './tidy.ts';
import { TreeDiffer } from './tree-differ.ts';
import { commitsBetween, diffTrees, listTree, patch } from './trees.ts';
import { nativeWorktree } from './worktree-engine.ts';

/** The engine on the `git` of this machine. */
export function openNative(place: RepositoryPaths, world: World, { isNested = false } = {}): GitEngine {
  const options: RunOptions = { cwd: place.root, env: { ...gitEnv(world), ...explicitPlace(place) }, isNested };
  // Asked at once and awaited where it is needed, so that it runs beside the first other git process.
  const config = loadConfig(place, world, options);
  config.catch(() => undefined);
  const { objectFormat: format, oddity } = readRepositoryFormat(place, world.env);
  const files = oddity === undefined ? RepositoryFiles.open(place) : undefined;
  const reader = new ObjectReader(options, files);
  const differ = new TreeDiffer(options);
  const loose = { directory: join(place.commonDir, 'objects'), format };
  const treeOf = async (commit: Oid) => {
    const [tree] = await reader.read([`${commit}^{tree}`]);
    return tree?.oid ?? (await runGit(['rev-parse', `${commit}^{tree}`], options)).toString().trim();
  };

  const writeObject: GitEngine['writeObject'] = async (type, bytes) => {
    const entries = await config;
    if (!isShared(entries)) return writeLoose({ ...loose, fsync: syncsLooseObjects(entries) }, type, bytes);
    return (await runGit(['hash-object', '-w', '-t', type, '--stdin'], { ...options, stdin: bytes })).toString().trim();
  };

  const openInside = (at: RepositoryPaths, env: World['env']) =>
    openNative(at, worldAt(at.root, world, { env }), { isNested: true });

  return {
    name: 'native',
    place,
    objectFormat: format,
    version: async () =>
      (await runGit(['--version'], options))
        .toString()
        .trim()
        .replace(/^git version/, 'git'),
    configEntries: () => config,
    writeConfig: (scope, key, values) => writeConfig({ scope, key, values }, options),
    identity: async () => identityFrom(await config, world.env),
    operation: async () => operationIn(place),
    status: () => readStatus(options),
    readObjects: (names) => reader.read(names),
    missingObjects: (oids, since) =>
      missingObjects({ store: loose, files, options, read: (names) => reader.read(names) }, oids, since),
    ...objectCare(place, format),
    writeObject,
    resolveRefs: async (refs) => (files ? refs.map((ref) => files.refs.resolve(ref)) : resolveRefs(refs, options)),
    listRefs: async (prefix) => (files ? files.refs.list(prefix) : listRefs(prefix, options)),
    moveRefs: async (steps) => moveRefs({ place, options, entries: await config, files }, steps),
    beginCapture: () => beginCapture({ place, format, options, treeOf }),
    listTree: (tree, paths) => listTree(tree, paths, options),
    diffTrees: (from, to, asked = {}) => diffTrees({ from, to }, asked, options),
    diffTreePairs: (pairs, asked = {}) => differ.diff(pairs, asked),
    bytesBeyond: (names, known) => bytesBeyond(names, known, options),
    tidy: () => tidy(place, options),
    patch: (from, to, asked = {}) => patch({ from, to }, asked, options),
    commitsBetween: (from, to, limit) => commitsBetween({ from, to, limit }, options),
    // Loaded only here: few repositories have others in them.
    openNested: async (path, root = place.root) =>
      (await import('../open-nested.ts')).openNested(
        { place: { ...place, root }, env: world.env, open: openInside },
        path,
      ),
    remote: nativeRemote({ place, options, config }),
    signing: nativeSigning({ options, config, read: (names) => reader.read(names) }),
    worktree: nativeWorktree(place, options),
    close: async () => {
      await Promise.all([reader.close(), differ.close()]);
    },
  };
}

/** Where git would find another place by itself (GIT_DIR was given, or a separate work tree), it is told. */
function explicitPlace(place: RepositoryPaths): Record<string, string> {
  if (place.bare) return { GIT_DIR: place.gitDir };
  const usual = join(place.root, '.git');
  return place.gitDir === usual || existsSync(usual) ? {} : { GIT_DIR: place.gitDir, GIT_WORK_TREE: place.root };
}
