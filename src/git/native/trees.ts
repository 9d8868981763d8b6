import type { Oid } from '../../core/checkpoint.ts';
import type { TreeChange } from '../../core/tree-change.ts';
import type { CommitLine, DiffOptions, PatchOptions, TreeEntry } from '../engine.ts';
import { nulFields } from './nul-fields.ts';
import { type RunOptions, runGit } from './run.ts';
import { parseTreeDiff } from './tree-diff.ts';

/** No program of the user's runs. */
export const plainDiff = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=none'] as const;

/** Literal, never a pattern: `:(literal)` keeps a file named `*.ts` from meaning all of them. */
function pathspecs(paths: readonly string[] | undefined): string[] {
  return paths === undefined || paths.length === 0 ? [] : ['--', ...paths.map((path) => `:(top,literal)${path}`)];
}

/** Every file of a tree, or those at and below the paths. */
export async function listTree(
  tree: Oid,
  paths: readonly string[] | undefined,
  options: RunOptions,
): Promise<TreeEntry[]> {
  const output = await runGit(['ls-tree', '-r', '-z', '--full-tree', tree, ...pathspecs(paths)], options);
  return nulFields(output).map((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', type = 'blob', oid = ''] = line.slice(0, tab).split(' ');
    return { mode, type: type as TreeEntry['type'], oid, path: line.slice(tab + 1) };
  });
}

/** What differs between two trees. */
export async function diffTrees(
  trees: { readonly from: Oid; readonly to: Oid },
  asked: DiffOptions,
  options: RunOptions,
): Promise<TreeChange[]> {
  const flags = [asked.renames ? '--find-renames' : '--no-renames', ...(asked.counts === false ? [] : ['--numstat'])];
  const args = ['diff-tree', '-r', '--raw', '-z', '--abbrev=64', ...plainDiff, ...flags, trees.from, trees.to];
  return parseTreeDiff(await runGit([...args, ...pathspecs(asked.paths)], options));
}

/** The difference as a text that people and `git apply` read. */
export async function patch(
  trees: { readonly from: Oid; readonly to: Oid },
  asked: PatchOptions,
  options: RunOptions,
): Promise<Uint8Array> {
  const flags = [
    ...(asked.flags ?? []),
    ...(asked.stat ? ['--stat'] : []),
    '--find-renames',
    asked.color ? '--color=always' : '--color=never',
    ...(asked.contextLines === undefined ? [] : [`--unified=${asked.contextLines}`]),
  ];
  const { under = '' } = asked;
  const programs = asked.external ? ['--ext-diff', '--textconv', '--ignore-submodules=none'] : plainDiff;
  const prefixes = [`--src-prefix=a/${under}`, `--dst-prefix=b/${under}`];
  const args = ['diff', ...programs, ...flags, ...prefixes, trees.from, trees.to];
  return runGit([...args, ...pathspecs(asked.paths)], options);
}

/** Commits that one side has and the other has not, newest first. */
export async function commitsBetween(
  range: { readonly from: Oid; readonly to: Oid; readonly limit: number },
  options: RunOptions,
): Promise<CommitLine[]> {
  const args = [
    'log',
    `--max-count=${range.limit}`,
    '--no-notes',
    // The user may want signatures to be checked and other encodings when a person reads the log.
    '--no-show-signature',
    '--encoding=UTF-8',
    '--format=%H%x00%cI%x00%s',
    range.to,
    `^${range.from}`,
    '--',
  ];
  const lines = (await runGit(args, options)).toString().split('\n');
  return lines.flatMap((line) => {
    const [oid = '', time = '', subject = ''] = line.split('\0');
    return oid === '' ? [] : [{ oid, time, subject }];
  });
}
