import { globMatcher } from '../core/glob.ts';
import type { SkippedFile, SkipReason } from '../core/note.ts';
import type { StatusEntry } from '../git/engine.ts';
import { isSecretName } from '../redaction/secret-names.ts';

/** What the working tree has at a path that differs; absent when nothing is there. */
export interface FileOnDisk {
  readonly kind: 'file' | 'link' | 'folder' | 'other';
  readonly size: number;
  /** When it was last written, in milliseconds. */
  readonly modified: number;
}

export interface ChosenFiles {
  /** Paths whose state in the working tree goes into the snapshot. */
  readonly take: readonly string[];
  readonly skipped: readonly SkippedFile[];
  /** Bytes that the taken paths have on disk. */
  readonly bytes: number;
  /** The largest taken files, for the message that the snapshot is too large. */
  readonly largest: readonly { readonly path: string; readonly size: number }[];
}

export interface ChooseLimits {
  readonly maxFileSize: number;
  readonly maxCheckpointSize: number;
  readonly exclude: readonly string[];
  /** Over the total, leave out the largest untracked files instead of going over. */
  readonly fit: boolean;
  /** Leave out what the object store does not take, too: somebody asked for it. */
  readonly leaveOut?: boolean;
  /** Files to take whatever speaks against them, ignored ones too: a checkpoint has them already, just as they are. */
  readonly also?: ReadonlySet<string>;
  /** The same for repositories inside of the working tree, by their paths. */
  readonly alsoInside?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether repositories inside of the working tree are captured or only named. */
  readonly nested?: 'capture' | 'name';
  /** Somebody waits: repositories that cannot be looked into in time are only named. */
  readonly hurry?: boolean;
  /** Where the files lie below the working tree that is saved, with a slash; absent at its top. Patterns count from both. */
  readonly above?: string;
}

const absent = { size: 0, modified: 0 } as const;

/**
 * Decides which differing paths the snapshot takes. A change of a tracked file is always taken; only untracked files can be
 * too large, excluded or secret-looking.
 */
export function chooseFiles(
  entries: readonly StatusEntry[],
  onDisk: ReadonlyMap<string, FileOnDisk>,
  limits: ChooseLimits,
): ChosenFiles {
  const excluded = excludedBy(limits);
  const skipped: SkippedFile[] = [];
  const taken: Taken[] = [];
  for (const entry of entries.filter((each) => !isUntrackedByUser(each) && each.kind !== 'nested-repository')) {
    const file = onDisk.get(entry.path);
    const { size, modified } = file ?? absent;
    const untracked = entry.kind === 'untracked';
    const why = untracked ? reasonToSkip(entry.path, file, { ...limits, excluded }) : reasonForTracked(entry, file);
    if (why === undefined) taken.push({ entry, path: entry.path, size, modified });
    else skipped.push({ path: entry.path, size, why });
  }
  const dropped = limits.fit ? overTotal(taken, limits.maxCheckpointSize) : new Set<string>();
  const kept = taken.filter(({ path }) => !dropped.has(path));
  for (const { path, size } of taken) if (dropped.has(path)) skipped.push({ path, size, why: 'over-total' });
  const largest = [...kept].sort((one, other) => other.size - one.size).slice(0, 5);
  const take = new Set(kept.map(({ path }) => path));
  for (const path of limits.also ?? []) take.add(path);
  return { take: [...take], skipped, bytes: kept.reduce((sum, { size }) => sum + size, 0), largest };
}

/** Tells which paths the user's patterns leave out. */
export function excludedBy({ exclude, above }: Pick<ChooseLimits, 'exclude' | 'above'>): (path: string) => boolean {
  const matches = globMatcher(exclude);
  return above === undefined ? matches : (path) => matches(path) || matches(above + path);
}

interface Taken {
  readonly entry: StatusEntry;
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/** Taken out of the index, as by `git rm --cached`: what lies there still is untracked, with an entry of its own, or ignored. */
export function isUntrackedByUser({ kind, staged, unstaged }: StatusEntry): boolean {
  return kind === 'tracked' && staged === 'D' && unstaged === '.';
}

function reasonToSkip(
  path: string,
  file: FileOnDisk | undefined,
  limits: ChooseLimits & { readonly excluded: (path: string) => boolean },
): SkipReason | undefined {
  if (file === undefined || file.kind === 'folder' || file.kind === 'other') return 'unreadable';
  if (limits.also?.has(path)) return undefined;
  if (isSecretName(path)) return 'secret';
  if (limits.excluded(path)) return 'excluded';
  return file.size > limits.maxFileSize ? 'too-large' : undefined;
}

function reasonForTracked(entry: StatusEntry, file: FileOnDisk | undefined): SkipReason | undefined {
  // Of a submodule with changes of its own the commit is taken, unless two sides want another one.
  if (entry.dirtySubmodule && entry.kind === 'conflicted') return 'nested-repository';
  // A pipe or socket where a file was: nothing to read, and the file as HEAD has it stays in the snapshot.
  return file?.kind === 'other' ? 'unreadable' : undefined;
}

/** More untracked files than these are data or a build output that nobody ignored; an automatic save takes those that changed last. */
export const MANY_UNTRACKED = 5000;

function overTotal(taken: readonly Taken[], limit: number): Set<string> {
  let total = taken.reduce((sum, { size }) => sum + size, 0);
  const dropped = new Set<string>();
  const untracked = taken.filter(({ entry }) => entry.kind === 'untracked');
  const newestFirst = [...untracked].sort((one, other) => other.modified - one.modified);
  for (const { path, size } of newestFirst.slice(MANY_UNTRACKED)) {
    dropped.add(path);
    total -= size;
  }
  const candidates = untracked.filter(({ path }) => !dropped.has(path)).sort((one, other) => other.size - one.size);
  for (const { path, size } of candidates) {
    if (total <= limit) break;
    dropped.add(path);
    total -= size;
  }
  return dropped;
}
