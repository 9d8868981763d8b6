import type { BigIntStats } from 'node:fs';
import type { ConfigValues } from './config-values.ts';
import type { IndexEntry, IndexFile } from './index-file.ts';

/** What the file's data on disk say about it, compared with the index. */
export type StatVerdict = 'same' | 'other-type' | 'other-mode' | 'other-size' | 'look-inside';

export interface StatRules {
  readonly trustMode: boolean;
  readonly trustChangeTime: boolean;
  /** Only size and time count; other programs may have changed the rest. */
  readonly minimal: boolean;
  readonly symlinks: boolean;
  readonly indexTime: bigint;
}

export function statRules(config: ConfigValues, index: IndexFile): StatRules {
  return {
    trustMode: config.flag('core.filemode', true),
    trustChangeTime: config.flag('core.trustctime', true),
    minimal: config.text('core.checkstat')?.toLowerCase() === 'minimal',
    symlinks: config.flag('core.symlinks', true),
    indexTime: index.mtime,
  };
}

const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
const SECOND = 1_000_000_000n;

/** Compares an entry with the file at its path, by git's rules. */
export function matchStat(entry: IndexEntry, found: BigIntStats, rules: StatRules): StatVerdict {
  if (isOtherType(entry, found, rules)) return 'other-type';
  const executable = (found.mode & 0o100n) !== 0n;
  if (rules.trustMode && found.isFile() && entry.mode.startsWith('100') && executable !== (entry.mode === '100755'))
    return 'other-mode';
  const { stat } = entry;
  // git writes size 0 for "never looked at", and for "changed in the second in which the index was written".
  if (stat.size === 0 && entry.oid !== EMPTY_BLOB) return 'look-inside';
  if (stat.size !== Number(found.size & 0xffffffffn)) return 'other-size';
  return sameTimes(entry, found, rules) && !isRacy(entry, rules) ? 'same' : 'look-inside';
}

function isOtherType(entry: IndexEntry, found: BigIntStats, rules: StatRules): boolean {
  if (entry.mode !== '120000') return !found.isFile();
  return !found.isSymbolicLink() && (rules.symlinks || !found.isFile());
}

function sameTimes({ stat }: IndexEntry, found: BigIntStats, rules: StatRules): boolean {
  if (rules.minimal) return stat.mtime / SECOND === found.mtimeNs / SECOND;
  return (
    stat.mtime === found.mtimeNs &&
    (!rules.trustChangeTime || stat.ctime === found.ctimeNs) &&
    stat.inode === Number(found.ino & 0xffffffffn) &&
    stat.uid === Number(found.uid) &&
    stat.gid === Number(found.gid)
  );
}

/**
 * A file written no earlier than the index may have changed again within the same tick of the clock. Where only whole seconds
 * were recorded, the tick is a second.
 */
function isRacy({ stat }: IndexEntry, { indexTime, minimal }: StatRules): boolean {
  const coarse = minimal || stat.mtime % SECOND === 0n;
  return coarse ? indexTime / SECOND <= stat.mtime / SECOND : indexTime <= stat.mtime;
}
