import { basename } from 'node:path';
import type { NestedRepository, Note } from '../core/note.ts';
import { localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { listOwnFolder } from './own-folder.ts';
import { ageOf, isAbandoned, ownName, parseOwner } from './owner.ts';
import { removeScratch } from './scratch.ts';

/** What nested repositories hold for a checkpoint. */
export type Holding = Pick<Note, 'uid' | 'nested'>;

let serial = 0;

/**
 * Records what nested repositories hold for checkpoints that are being made or removed: if this process dies, the record tells what to
 * let go of. Answers a function that removes the record.
 */
export function recordHoldings(place: PathsTo<'nested'>, holdings: readonly Holding[]): () => void {
  const some = holdings.filter(({ nested = [] }) => nested.length > 0);
  if (some.length === 0) return () => {};
  serial += 1;
  const path = localPath(place, 'nested', `${ownName()}-${serial}`);
  writeOwnFile(path, JSON.stringify(some.map(({ uid, nested }) => ({ uid, nested }))));
  return () => removeScratch(path);
}

/** A record of a process that died. */
export interface LeftRecord {
  readonly path: string;
  readonly holdings: readonly Holding[];
}

export function listLeftRecords(place: PathsTo<'nested'>): LeftRecord[] {
  const left = listOwnFolder(localPath(place, 'nested')).filter((path) => {
    const owner = /^(\d+@.+)-\d+$/.exec(basename(path))?.[1];
    return owner !== undefined && isAbandoned(parseOwner(owner), ageOf(path));
  });
  return left.flatMap((path) => {
    const text = readOwnFile(path);
    return text === undefined ? [] : [{ path, holdings: parseHoldings(text) }];
  });
}

/** A record that was cut off names nothing: it was being written, and nothing was held yet. */
function parseHoldings(text: string): Holding[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every(isHolding) ? parsed : [];
  } catch {
    return [];
  }
}

function isHolding(value: Partial<Holding> | null): value is Holding {
  const isEntry = (entry: Partial<NestedRepository> | null) =>
    typeof entry?.path === 'string' && /^[0-9a-f]{40,64}$/.test(entry.commit ?? '');
  return typeof value?.uid === 'string' && Array.isArray(value.nested) && value.nested.every(isEntry);
}
