import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { isAbsence } from '../files/read-if-there.ts';
import { type BytePath, below, onDisk } from './byte-path.ts';
import type { FolderRules, IgnoreRules } from './ignore-rules.ts';
import type { IndexEntry } from './index-file.ts';
import { entriesBelow, folderIn, type IndexView } from './index-folders.ts';
import { repositoryAt } from './submodule.ts';
import { lowerCase } from './wildmatch.ts';

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
}

export interface WalkSource {
  readonly root: string;
  readonly index: IndexView;
  readonly ignore: IgnoreRules;
  /** Whether the file's data on disk alone prove that it is as the index has it. */
  isUnchanged(entry: IndexEntry, found: Stats): boolean;
  /** The disk takes `A` and `a` for one name. */
  readonly foldCase: boolean;
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
  readonly #tracked: TrackedFile[] = [];
  readonly #untracked: BytePath[] = [];
  readonly #nested: BytePath[] = [];

  constructor(source: WalkSource) {
    this.#source = source;
    if (source.foldCase) this.#folded = new Set(entriesBelow(source.index, '').map(({ path }) => lowerCase(path)));
  }

  run(): WorkingTree {
    this.#folder('', { rules: this.#source.ignore.top, ignored: false });
    return { tracked: this.#tracked, untracked: this.#untracked, nested: this.#nested };
  }

  #folder(path: BytePath, outer: Surroundings): void {
    const listed = list(onDisk(this.#source.root, path));
    if (listed === undefined) {
      this.#unreadableFolder(path, outer);
      return;
    }
    const hasRules = !outer.ignored && listed.some(({ name }) => name === '.gitignore');
    const inner = { ...outer, rules: this.#source.ignore.enter(path, outer.rules, hasRules) };
    const { files, folders } = folderIn(this.#source.index, path);
    const names = new Map(listed.map((entry) => [entry.name, entry]));
    for (const [name, entry] of files) this.#trackedFile(entry, names.has(name));
    for (const name of folders) if (!names.get(name)?.isDirectory()) this.#goneFolder(below(path, name));
    for (const entry of listed) this.#listedEntry(entry, path, inner);
  }

  #listedEntry(entry: Dirent, folder: BytePath, outer: Surroundings): void {
    if (isGitFolder(entry.name, this.#source.foldCase)) return;
    const { files, folders } = folderIn(this.#source.index, folder);
    const tracked = files.get(entry.name);
    const path = below(folder, entry.name);
    if (!entry.isDirectory()) {
      if (tracked === undefined) this.#untrackedFile(path, entry, outer);
    } else if (tracked === undefined || (tracked.mode !== '160000' && !this.#isRepository(path)))
      this.#subfolder(path, folders.has(entry.name), outer);
  }

  /** What is tracked in a folder that may not be listed is still asked for by name. */
  #unreadableFolder(path: BytePath, outer: Surroundings): void {
    const { files, folders } = folderIn(this.#source.index, path);
    for (const entry of files.values()) this.#trackedFile(entry, true);
    for (const name of folders) this.#folder(below(path, name), outer);
  }

  #trackedFile(entry: IndexEntry, listed: boolean): void {
    const look = listed || this.#source.foldCase;
    const found = look ? statOf(onDisk(this.#source.root, entry.path)) : undefined;
    // Not ours to look at: git, too, takes it for unchanged.
    if (found === 'forbidden') return;
    if (found !== undefined && entry.stage === 0 && this.#source.isUnchanged(entry, found)) return;
    this.#tracked.push(found === undefined ? { entry } : { entry, found });
  }

  /** A folder that is gone, or in whose place is something else, took all its tracked files with it. */
  #goneFolder(path: BytePath): void {
    for (const entry of entriesBelow(this.#source.index, path)) this.#trackedFile(entry, false);
  }

  #subfolder(path: BytePath, hasTracked: boolean, outer: Surroundings): void {
    const ignored = outer.ignored || this.#source.ignore.ignores(outer.rules, path, true);
    if (hasTracked) this.#folder(path, { ...outer, ignored });
    else if (!ignored) {
      if (this.#isRepository(path)) this.#nested.push(path);
      else this.#folder(path, outer);
    }
  }

  #isRepository(path: BytePath): boolean {
    return repositoryAt(onDisk(this.#source.root, path).toString()) !== undefined;
  }

  #untrackedFile(path: BytePath, entry: Dirent, outer: Surroundings): void {
    if (outer.ignored || !(entry.isFile() || entry.isSymbolicLink())) return;
    if (this.#folded?.has(lowerCase(path))) return;
    if (!this.#source.ignore.ignores(outer.rules, path, false)) this.#untracked.push(path);
  }
}

/** Undefined when it may not be read. A folder that vanished since its parent was read is empty. */
function list(folder: string | Buffer): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: 'latin1' });
  } catch (error) {
    if (isAbsence(error)) return [];
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

function statOf(path: string | Buffer): Stats | 'forbidden' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isAbsence(error)) return undefined;
    if (isForbidden(error)) return 'forbidden';
    throw error;
  }
}

function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function isGitFolder(name: BytePath, foldCase: boolean): boolean {
  return name === '.git' || (foldCase && lowerCase(name) === '.git');
}
