import { basename } from 'node:path';
import { localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { listOwnFolder } from './own-folder.ts';
import { ageOf, isAbandoned, ownName, parseOwner } from './owner.ts';
import { removeScratch } from './scratch.ts';

/** What a fork makes: a worktree, and a branch in it. */
interface ForkRecord {
  readonly checkpoint: number;
  readonly folder: string;
  readonly branch: string;
}

let serial = 0;

/** Records a fork that is being made: if this process dies, `doctor` names what it left. Answers a function that removes the record. */
export function recordFork(place: PathsTo<'forks'>, fork: ForkRecord): () => void {
  serial += 1;
  const path = localPath(place, 'forks', `${ownName()}-${serial}`);
  writeOwnFile(path, JSON.stringify(fork));
  return () => removeScratch(path);
}

/** Forks whose process died, each with a function that removes its record. */
export function listLeftForks(place: PathsTo<'forks'>): (ForkRecord & { forget(): void })[] {
  return listOwnFolder(localPath(place, 'forks')).flatMap((path) => {
    const owner = /^(\d+@.+)-\d+$/.exec(basename(path))?.[1];
    if (owner === undefined || !isAbandoned(parseOwner(owner), ageOf(path))) return [];
    const record = parseFork(readOwnFile(path) ?? '');
    return record === undefined ? [] : [{ ...record, forget: () => removeScratch(path) }];
  });
}

/** A record that was cut off names nothing: nothing was made yet. */
function parseFork(text: string): ForkRecord | undefined {
  try {
    const value = JSON.parse(text) as Partial<ForkRecord> | null;
    const { checkpoint, folder, branch } = value ?? {};
    const isFork = typeof checkpoint === 'number' && typeof folder === 'string' && typeof branch === 'string';
    return isFork ? { checkpoint, folder, branch } : undefined;
  } catch {
    return undefined;
  }
}
