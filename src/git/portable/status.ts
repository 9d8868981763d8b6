import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { LINK, SUBMODULE } from '../../core/tree-change.ts';
import type { StatusEntry } from '../engine.ts';
import { type BytePath, compareBytes, textOf } from '../files/byte-path.ts';
import type { IndexEntry, IndexFile } from '../files/index-file.ts';
import type { Cleaner } from './clean.ts';
import type { StagedChange } from './staged.ts';
import { matchStat, type StatRules } from './stat-match.ts';
import { headOf, repositoryAt } from './submodule.ts';
import type { TrackedFile, WorkingTree } from './working-tree.ts';

export interface StatusSource {
  readonly root: string;
  readonly index: IndexFile;
  readonly tree: WorkingTree;
  readonly staged: ReadonlyMap<BytePath, StagedChange>;
  readonly rules: StatRules;
  readonly cleaner: Cleaner;
  /** Sparse checkout is on: a file that is there counts, marked or not. */
  readonly sparse: boolean;
  /** Whether the repository at a folder has changes of its own. */
  isDirty(root: string): Promise<boolean>;
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
    ...[...source.index.conflicts.keys()].sort(compareBytes).map((path) => conflictEntry(path, source)),
    ...untrackedEntries(source.tree),
  ];
}

function trackedEntry(path: BytePath, staged = '.', { state, dirtySubmodule }: Unstaged = clean): StatusEntry {
  return { path: textOf(path), kind: 'tracked', staged, unstaged: state, dirtySubmodule };
}

// By which of base, ours and theirs are there.
const conflictStates: Readonly<Record<number, string>> = {
  1: 'DD',
  2: 'AU',
  3: 'UD',
  4: 'UA',
  5: 'DU',
  6: 'AA',
  7: 'UU',
};

function conflictEntry(path: BytePath, { index }: StatusSource): StatusEntry {
  const stages = index.conflicts.get(path) ?? [];
  const states = conflictStates[stages.reduce((mask, { stage }) => mask | (1 << (stage - 1)), 0)] ?? 'UU';
  const [staged = 'U', unstaged = 'U'] = states;
  return { path: textOf(path), kind: 'conflicted', staged, unstaged, dirtySubmodule: false };
}

function untrackedEntries({ untracked, nested }: WorkingTree): StatusEntry[] {
  const entries = [
    ...untracked.map((path) => ({ path, sortedAs: path, kind: 'untracked' as const })),
    ...nested.map((path) => ({ path, sortedAs: `${path}/`, kind: 'nested-repository' as const })),
  ];
  entries.sort((one, other) => compareBytes(one.sortedAs, other.sortedAs));
  return entries.map(({ path, kind }) => ({
    path: textOf(path),
    kind,
    staged: '.',
    unstaged: '?',
    dirtySubmodule: false,
  }));
}

/** Index against working tree. */
async function compareFile(source: StatusSource, { entry, found }: TrackedFile): Promise<Unstaged> {
  if (entry.assumeValid || (entry.skipWorktree && !(source.sparse && found !== undefined))) return clean;
  if (found === undefined) return { state: 'D', dirtySubmodule: false };
  if (entry.mode === SUBMODULE) return compareSubmodule(source, entry, found);
  if (found.isDirectory()) return { state: becameRepository(source, entry) ? 'T' : 'D', dirtySubmodule: false };
  if (entry.intentToAdd) return { state: 'A', dirtySubmodule: false };
  return { state: await compareContent(source, entry, found), dirtySubmodule: false };
}

async function compareContent(source: StatusSource, entry: IndexEntry, found: Stats): Promise<string> {
  const verdict = matchStat(entry, found, source.rules);
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
      const isLink = found.isSymbolicLink();
      if (verdict === 'same-by-finer-clock' && !isLink && !(await source.cleaner.canClean(entry.path))) return '.';
      return (await source.cleaner.hash({ path: entry.path, size: found.size, isLink })) === entry.oid ? '.' : 'M';
    }
  }
}

function becameRepository({ root }: StatusSource, { path }: IndexEntry): boolean {
  const place = repositoryAt(join(root, textOf(path)));
  return place !== undefined && headOf(place) !== undefined;
}

async function compareSubmodule(source: StatusSource, entry: IndexEntry, found: Stats): Promise<Unstaged> {
  if (!found.isDirectory()) return { state: 'T', dirtySubmodule: false };
  const place = repositoryAt(join(source.root, textOf(entry.path)));
  // Not checked out: as it should be, for all that anybody knows.
  if (place === undefined) return clean;
  const head = headOf(place) ?? entry.oid;
  const dirtySubmodule = await source.isDirty(place.root);
  return { state: head !== entry.oid || dirtySubmodule ? 'M' : '.', dirtySubmodule };
}
