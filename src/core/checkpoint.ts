import type { Note } from './note.ts';
import type { CheckpointNumber } from './number.ts';

/** A git object id, 40 or 64 hexadecimal digits. */
export type Oid = string;

/** A person as git records them. */
export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** A checkpoint read from the store. */
export interface Checkpoint {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
  readonly tree: Oid;
  /** The HEAD it was made on; absent on an unborn branch. */
  readonly base?: Oid;
  /** A commit whose tree is the index, when the index differed. */
  readonly index?: Oid;
  readonly author: Identity;
  readonly note: Note;
  /** How the note was found: attached, or rebuilt from the commit message. */
  readonly noteFrom: 'note' | 'message';
}

/** A checkpoint that is there and cannot be read; the others still list. */
export interface DamagedCheckpoint {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
  readonly damage: string;
  /** What its commit message still holds. */
  readonly rescued?: Checkpoint;
}

export function isDamaged(entry: Checkpoint | DamagedCheckpoint): entry is DamagedCheckpoint {
  return 'damage' in entry;
}
