import type { Dirent, Stats } from 'node:fs';
import { SUBMODULE } from '../../core/tree-change.ts';
import { lstatIfThere } from '../disk-path.ts';
import { type BytePath, below, folderOf, onDisk } from '../files/byte-path.ts';
import type { FolderRules, IgnoreRules } from '../files/ignore-rules.ts';
import type { IndexEntry, IndexFile } from '../files/index-file.ts';
import { isAbsence } from '../files/read-if-there.ts';
import { lowerCase } from '../files/wildmatch.ts';
import { listFolder } from './list-folder.ts';
import { isSameFile, type StatRules } from './stat-match.ts';
import { repositoryAt } from './submodule.ts';

/** A tracked path and what the disk has there. */
export interface TrackedFile {
  readonly entry: IndexEntry;
  readonly found?: Stats;
}

export interface WorkingTree {
  /** Those that may differ from the index. */
  readonly tracked: readonly TrackedFile[];
  readonly untracked: readonly BytePath[];
  /** Repositories of their own that no submodule entry names. */
  readonly nested: readonly BytePath[];
  /** Folders that may not be listed. */
  readonly closed: readonly BytePath[];
}

interface WalkSource {
  readonly root: string;
  readonly index: IndexFile;
  readonly ignore: IgnoreRules;
  readonly rules: StatRules;
  /** The disk takes `A` and `a` for one name. */
  readonly foldCase: boolean;
  /** The disk gives names decomposed (see `composesNames`). */
  readonly composes: boolean;
}

/** Reads the working tree folder by folder. Never through a symbolic link, never into an ignored folder without tracked files. */
export function walkWorkingTree(source: WalkSource): WorkingTree {
  return new Walk(source).run();
}

/** The rules around a path, and whether a folder above it is ignored. */
interface Surroundings {
  readonly rules: FolderRules;
  readonly ignored: boolean;
}

class Walk {
  readonly #source: WalkSource;
  readonly #folded: ReadonlySet<BytePath> | undefined;
  readonly #untracked: BytePath[] = [];
  readonly #nested: BytePath[] = [];
  readonly #closed: BytePath[] = [];
  /** Folders that are really there: what is tracked elsewhere is gone, or lies behind a link. */
  readonly #folders = new Set<BytePath>();

  constructor(source: WalkSource) {
    this.#source = source;
    if (source.foldCase) this.#folded = new Set([...source.index.files.keys()].map(lowerCase));
  }

  run(): WorkingTree {
    this.#folder('', this.#source.ignore.top, false);
    const tracked = this.#source.index.entries.flatMap((entry) => this.#trackedFile(entry));
    return { tracked, untracked: this.#untracked, nested: this.#nested, closed: this.#closed };
  }

  #folder(path: BytePath, outer: FolderRules, ignored: boolean): void {
    this.#folders.add(path);
    const listed = unlessForbidden(() => list(onDisk(this.#source.root, path), this.#source.composes));
    if (listed === 'forbidden') {
      if (!ignored) this.#closed.push(path);
      // What is tracked in a folder that may not be listed is still asked for by name.
      for (const folder of this.#source.index.folders)
        if (folderOf(folder) === path) this.#folder(folder, outer, ignored);
      return;
    }
    const hasRules = !ignored && listed.some(({ name }) => name === '.gitignore');
    const rules = this.#source.ignore.enter(path, outer, hasRules);
    for (const entry of listed) this.#listedEntry(below(path, entry.name), entry, { rules, ignored });
  }

  #listedEntry(path: BytePath, entry: Dirent, { rules, ignored }: Surroundings): void {
    const { index, ignore, foldCase } = this.#source;
    if (entry.name === '.git' || (foldCase && lowerCase(entry.name) === '.git')) return;
    const tracked = index.files.get(path);
    if (!entry.isDirectory()) {
      const isFile = (entry.isFile() || entry.isSymbolicLink()) && !this.#folded?.has(lowerCase(path));
      if (tracked === undefined && isFile && !ignored && !ignore.ignores(rules, path, false))
        this.#untracked.push(path);
      return;
    }
    if (tracked?.mode !== SUBMODULE) this.#subfolder(path, tracked, { rules, ignored });
  }

  #subfolder(path: BytePath, tracked: IndexEntry | undefined, { rules, ignored }: Surroundings): void {
    const { index, ignore, root } = this.#source;
    const skipped = ignored || ignore.ignores(rules, path, true);
    const hasTracked = index.folders.has(path);
    if (skipped && !hasTracked) return;
    const inside = hasTracked ? undefined : unlessForbidden(() => repositoryAt(onDisk(root, path).toString()));
    // A folder that may not be entered is none that is known.
    if (typeof inside !== 'object') this.#folder(path, rules, skipped);
    else if (tracked === undefined) this.#nested.push(path);
  }

  #trackedFile(entry: IndexEntry): TrackedFile[] {
    const { root, foldCase, rules } = this.#source;
    const look = this.#folders.has(folderOf(entry.path)) || foldCase;
    const found = look ? unlessForbidden(() => lstatIfThere(onDisk(root, entry.path))) : undefined;
    // Not ours to look at: git, too, takes it for unchanged.
    if (found === 'forbidden') return [];
    if (found === undefined) return [{ entry }];
    return entry.stage === 0 && isSameFile(entry, found, rules) ? [] : [{ entry, found }];
  }
}

/** What a look at the disk finds; `forbidden` where the system does not let us. */
function unlessForbidden<T>(look: () => T): T | 'forbidden' {
  try {
    return look();
  } catch (error) {
    if (['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return 'forbidden';
    throw error;
  }
}

/** A folder that vanished since its parent was read is empty. */
function list(folder: string | Buffer, composes: boolean): Dirent[] {
  try {
    return listFolder(folder, composes);
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}
