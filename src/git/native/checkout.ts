import { mkdirSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { SUBMODULE } from '../../core/tree-change.ts';
import { removeScratch, scratchPath } from '../../local/scratch.ts';
import { nulFields, nulJoined } from './nul-fields.ts';
import { gitFailure, type RunOptions, runGit, tryGit } from './run.ts';
import { listTree } from './trees.ts';

/** A repository whose files are to be written or read elsewhere than in its working tree. */
interface Desk {
  readonly place: RepositoryPaths;
  readonly options: RunOptions;
}

/** A sparse checkout is about the user's working tree: outside of its folders git would even overlook attributes. */
const whole = ['-c', 'core.sparseCheckout=false'] as const;

/** Checks files of a tree out into a folder (see the contract). */
export async function checkoutFiles(
  desk: Desk,
  tree: Oid,
  target: { readonly folder: string; readonly paths?: readonly string[] },
): Promise<void> {
  const { folder, paths } = target;
  mkdirSync(folder, { recursive: true });
  if (paths?.length === 0) return;
  await atDesk(desk, folder, async (options) => {
    await runGit(['read-tree', tree], options);
    // A folder that holds no .gitattributes takes them from this index, so those of the tree decide, not those of today.
    if (paths === undefined) await runGit([...whole, 'checkout-index', '--all'], options);
    else await runGit([...whole, 'checkout-index', '-z', '--stdin'], { ...options, stdin: nulJoined(paths) });
  });
}

/** The tree that a folder's files make (see the contract). */
export async function treeOfFolder(desk: Desk, folder: string): Promise<Oid> {
  return atDesk(desk, folder, async (options) => {
    await runGit([...whole, 'add', '--all', '--force', '--', '.'], options);
    return (await runGit(['write-tree'], options)).toString().trim();
  });
}

/** Which paths the rules of a tree ignore (see the contract). */
export async function ignoredUnder(desk: Desk, tree: Oid, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const files = await listTree(tree, undefined, desk.options);
  const rules = files.filter(({ path, mode }) => /(^|\/)\.gitignore$/.test(path) && mode !== SUBMODULE);
  const folder = scratchPath(desk.place, 'rules-');
  try {
    await checkoutFiles(desk, tree, { folder, paths: rules.map(({ path }) => path) });
    return await atDesk(desk, folder, async (options) => {
      const args = ['check-ignore', '--no-index', '-z', '--stdin'];
      // git takes what begins with a colon for a pattern, and this command cannot be told otherwise.
      const run = await tryGit(args, { ...options, stdin: nulJoined(paths.map((path) => `./${path}`)) });
      // 1: none is ignored.
      if (run.code !== 0 && run.code !== 1) throw gitFailure(args, run.stderr);
      return nulFields(run.stdout).map((path) => path.slice(2));
    });
  } finally {
    removeScratch(folder);
  }
}

/** Runs git with a folder as its working tree and an empty private index. */
async function atDesk<T>(desk: Desk, folder: string, work: (options: RunOptions) => Promise<T>): Promise<T> {
  const index = scratchPath(desk.place, 'index-');
  const env = { ...desk.options.env, GIT_DIR: desk.place.gitDir, GIT_WORK_TREE: folder, GIT_INDEX_FILE: index };
  try {
    return await work({ ...desk.options, cwd: folder, env });
  } finally {
    for (const path of [index, `${index}.lock`]) removeScratch(path);
  }
}
