import type { Stats } from 'node:fs';
import { LINK, SUBMODULE } from '../../core/tree-change.ts';
import type { ConfigValues } from '../files/config-values.ts';
import type { IndexEntry, IndexFile } from '../files/index-file.ts';

/** What the file's data on disk say about it, compared with the index. */
type StatVerdict = 'same' | 'same-by-finer-clock' | 'other-type' | 'other-mode' | 'other-size' | 'look-inside';

export interface StatRules {
  readonly trustMode: boolean;
  readonly trustChangeTime: boolean;
  /** Only size and time count; other programs may have changed the rest. */
  readonly minimal: boolean;
  readonly symlinks: boolean;
  /** When the index was written, in milliseconds. */
  readonly indexTime: number;
}

export function statRules(config: ConfigValues, index: IndexFile): StatRules {
  return {
    trustMode: config.flag('core.filemode', true),
    trustChangeTime: config.flag('core.trustctime', true),
    minimal: config.text('core.checkstat')?.toLowerCase() === 'minimal',
    symlinks: config.flag('core.symlinks', true),
    indexTime: index.mtimeMs,
  };
}

const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
const SECOND = 1000;

/** Compares an entry with the file at its path, by git's rules. */
export function matchStat(entry: IndexEntry, found: Stats, rules: StatRules): StatVerdict {
  if (isOtherType(entry, found, rules)) return 'other-type';
  const executable = (found.mode & 0o100) !== 0;
  if (rules.trustMode && found.isFile() && entry.mode.startsWith('100') && executable !== (entry.mode === '100755'))
    return 'other-mode';
  const { stat } = entry;
  // git writes size 0 for "never looked at", and for "changed in the second in which the index was written".
  if (stat.size === 0 && entry.oid !== EMPTY_BLOB) return 'look-inside';
  if (stat.size !== lowBits(found.size)) return 'other-size';
  return sameTimes(entry, found, rules) ? verdictByClock(entry, rules) : 'look-inside';
}

/** Whether the data alone prove that a file or link is unchanged. */
export function isSameFile(entry: IndexEntry, found: Stats, rules: StatRules): boolean {
  return entry.mode !== SUBMODULE && !entry.intentToAdd && matchStat(entry, found, rules) === 'same';
}

function isOtherType(entry: IndexEntry, found: Stats, rules: StatRules): boolean {
  if (entry.mode !== LINK) return !found.isFile();
  return !found.isSymbolicLink() && (rules.symlinks || !found.isFile());
}

function sameTimes({ stat }: IndexEntry, found: Stats, rules: StatRules): boolean {
  if (rules.minimal) return stat.mtimeSeconds === Math.floor(found.mtimeMs / SECOND);
  return (
    milliseconds(stat.mtimeSeconds, stat.mtimeNanoseconds) === found.mtimeMs &&
    (!rules.trustChangeTime || milliseconds(stat.ctimeSeconds, stat.ctimeNanoseconds) === found.ctimeMs) &&
    stat.inode === lowBits(found.ino) &&
    stat.uid === found.uid &&
    stat.gid === found.gid
  );
}

/** A time as Node computes it, to the last bit. What it rounds away is a quarter of a microsecond, less than any clock tick. */
function milliseconds(seconds: number, nanoseconds: number): number {
  return seconds * SECOND + nanoseconds / 1_000_000;
}

/** The index keeps 32 bits of each number. */
function lowBits(number: number): number {
  return number % 2 ** 32;
}

/**
 * A file written no earlier than the index may have changed again within the same tick of the clock. git counts in whole seconds
 * here, and so do we; where a file cannot be read as git would, the finer clock of the disk, if it has one, is proof enough.
 */
function verdictByClock({ stat }: IndexEntry, { indexTime, minimal }: StatRules): StatVerdict {
  if (stat.mtimeSeconds < Math.floor(indexTime / SECOND)) return 'same';
  const fine = !minimal && stat.mtimeNanoseconds > 0;
  const older = milliseconds(stat.mtimeSeconds, stat.mtimeNanoseconds) < indexTime;
  return fine && older ? 'same-by-finer-clock' : 'look-inside';
}
