import { createHash } from 'node:crypto';
import { localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';

const FILE = 'shared-pieces.json';
/** Those of sessions long over only take room. */
const MAX_PIECES = 20_000;

/** Which piece of a conversation was shared as which, by ids. */
export type SharedPieces = ReadonlyMap<string, string>;

/** What was shared before, as long as the rules by which it was made are the same. */
export function readSharedPieces(place: PathsTo<typeof FILE>, rules: string): SharedPieces {
  try {
    const { rules: then, pieces } = JSON.parse(readOwnFile(localPath(place, FILE)) ?? '{}');
    return new Map(then === digest(rules) ? Object.entries(pieces as Record<string, string>) : []);
  } catch {
    // Torn by a crash of the machine: the pieces are made again.
    return new Map();
  }
}

export function saveSharedPieces(place: PathsTo<typeof FILE>, rules: string, pieces: SharedPieces): void {
  const newest = Object.fromEntries([...pieces].slice(-MAX_PIECES));
  writeOwnFile(localPath(place, FILE), JSON.stringify({ rules: digest(rules), pieces: newest }));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
