import { createHash } from 'node:crypto';
import { localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';

const FILE = 'shared-pieces.json';
/** Those of sessions long over only take room. */
const MAX_PIECES = 20_000;

/** What was shared of conversations, by ids. */
export interface SharedPieces {
  /** Which piece was shared as which. */
  readonly pieces: ReadonlyMap<string, string>;
  /** The commit that was shared last of each session. */
  readonly commits: ReadonlyMap<string, string>;
}

/** What was shared before, as long as the rules by which it was made are the same. */
export function readSharedPieces(place: PathsTo<typeof FILE>, rules: string): SharedPieces {
  try {
    const known = JSON.parse(readOwnFile(localPath(place, FILE)) ?? '{}');
    const { pieces = {}, commits = {} } = known.rules === digest(rules) ? known : {};
    return { pieces: new Map(Object.entries(pieces)), commits: new Map(Object.entries(commits)) };
  } catch {
    // Torn by a crash of the machine: the pieces are made again.
    return { pieces: new Map(), commits: new Map() };
  }
}

export function saveSharedPieces(place: PathsTo<typeof FILE>, rules: string, shared: SharedPieces): void {
  const [pieces, commits] = [shared.pieces, shared.commits].map((map) =>
    Object.fromEntries([...map].slice(-MAX_PIECES)),
  );
  writeOwnFile(localPath(place, FILE), JSON.stringify({ rules: digest(rules), pieces, commits }));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
