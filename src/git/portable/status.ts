import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { LINK, SUBMODULE } from '../../core/tree-change.ts';
import type { StatusEntry } from '../engine.ts';
import { type BytePath, compareBytes, textOf } from '../files/byte-path.ts';
import type { IndexEntry } from '../files/index-file.ts';
import type { Cleaner } from './clean.ts';
import type { StagedChange } from './staged.ts';
import { matchStat } from './stat-match.ts';
import { headBelow, repositoryAt } from './submodule.ts';
import type { TrackedFile, WorkingTree } from './working-tree.ts';
import type { Worktree } from './worktree.ts';

interface StatusSource {
  readonly worktree: Worktree;
  readonly tree: WorkingTree;
  readonly staged: ReadonlyMap<BytePath, StagedChange>;
  readonly cleaner: Cleaner;
}

interface Unstaged {
  readonly state: string;
  readonly dirtySubmodule: boolean;
}

const clean: Unstaged = { state: '.', dirtySubmodule: false };

/** Every path that differs, in the order of `git status`: tracked, conflicted, untracked. */
export async function statusEntries(source: StatusSource): Promise<StatusEntry[]> {
  const unstaged = new Map<BytePath, Unstaged>();
  for (const file of source.tree.tracked) {
    if (file.entry.stage > 0) continue;
    const found = await compareFile(source, file);
    if (found.state !== '.' || found.dirtySubmodule) unstaged.set(file.entry.path, found);
  }
  const paths = [...new Set([...unstaged.keys(), ...source.staged.keys()])].sort(compareBytes);
  return [
    ...paths.map((path) => trackedEntry(path, source.staged.get(path)?.state, unstaged.get(path))),
    ...[...source.worktree.index.conflicts].map(([path, stages]) => conflictEntry(path, stages)),
    ...untrackedEntries(source.tree),
  ];
}

function trackedEntry(path: BytePath, staged = '.', { state, dirtySubmodule }: Unstaged = clean): StatusEntry {
  return { path: textOf(path), kind: 'tracked', staged, unstaged: state, dirtySubmodule };
}

// By which of base (1), ours (2) and theirs (4) are there.
const conflictStates = ['UU', 'DD', 'AU', 'UD', 'UA', 'DU', 'AA', 'UU'] as const;

function conflictEntry(path: BytePath, stages: readonly IndexEntry[]): StatusEntry {
  const states = conflictStates[stages.reduce((mask, { stage }) => mask | (1 << (stage - 1)), 0)] ?? 'UU';
  const [staged = 'U', unstaged = 'U'] = states;
  return { path: textOf(path), kind: 'conflicted', staged, unstaged, dirtySubmodule: false };
}

function untrackedEntries({ untracked, nested }: WorkingTree): StatusEntry[] {
  const paths = [...untracked, ...nested.map((path) => `${path}/`)].sort(compareBytes);
  return paths.map((path) => {
    const kind = path.endsWith('/') ? 'nested-repository' : 'untracked';
    return { path: textOf(path).replace(/\/$/, ''), kind, staged: '.', unstaged: '?', dirtySubmodule: false };
  });
}

/** Index against working tree. */
async function compareFile(source: StatusSource, { entry, found }: TrackedFile): Promise<Unstaged> {
  // Where sparse checkout is on, a file that is there counts, marked or not.
  const isSparse = source.worktree.parts.config.flag('core.sparsecheckout', false);
  if (entry.assumeValid || (entry.skipWorktree && !(isSparse && found !== undefined))) return clean;
  if (found === undefined) return { state: 'D', dirtySubmodule: false };
  if (entry.mode === SUBMODULE) return compareSubmodule(source, entry, found);
  const path = join(source.worktree.parts.place.root, textOf(entry.path));
  if (found.isDirectory()) return { state: headBelow(path) === undefined ? 'D' : 'T', dirtySubmodule: false };
  if (entry.intentToAdd) return { state: 'A', dirtySubmodule: false };
  return { state: await compareContent(source, entry, found), dirtySubmodule: false };
}

async function compareContent(source: StatusSource, entry: IndexEntry, found: Stats): Promise<string> {
  const verdict = matchStat(entry, found, source.worktree.rules);
  switch (verdict) {
    case 'same':
      return '.';
    case 'other-type':
      // A pipe or socket is no type that git knows.
      return entry.mode === LINK || found.isSymbolicLink() ? 'T' : 'M';
    case 'other-mode':
    case 'other-size':
      return 'M';
    case 'same-by-finer-clock':
    case 'look-inside': {
      const isFile = !found.isSymbolicLink();
      if (verdict === 'same-by-finer-clock' && isFile && !(await source.cleaner.canClean(entry.path))) return '.';
      return (await source.cleaner.hash(entry.path, found)) === entry.oid ? '.' : 'M';
    }
  }
}

async function compareSubmodule(source: StatusSource, entry: IndexEntry, found: Stats): Promise<Unstaged> {
  if (!found.isDirectory()) return { state: 'T', dirtySubmodule: false };
  const { parts } = source.worktree;
  const place = repositoryAt(join(parts.place.root, textOf(entry.path)));
  // Not checked out: as it should be, for all that anybody knows.
  if (place === undefined) return clean;
  const head = headBelow(place.root) ?? entry.oid;
  const dirtySubmodule = await parts.isDirty(place);
  return { state: head !== entry.oid || dirtySubmodule ? 'M' : '.', dirtySubmodule };
}
