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
  /** Carries a signature; whether it is good, `git verify-commit` says. */
  readonly signed?: boolean;
  /** Where it is listed: whose it is, and how it came here. */
  readonly provenance?: Provenance;
  readonly note: Note;
  /** How the note was found: attached, or rebuilt from the commit message. */
  readonly noteFrom: 'note' | 'message';
}

/** Whose a checkpoint is, and how it came here. */
export interface Provenance {
  /** The remote it was fetched from; absent for one that was made here. */
  readonly remote?: string;
  readonly author: Identity;
  readonly signed: boolean;
  /** What the last fetch found of its signature: `good` is one of a key that the user lists. */
  readonly signature?: 'good' | 'bad' | 'unknown';
  /** By the user, or by an author whom the user allowed: it may be resumed without asking. */
  readonly trusted: boolean;
}

/** A checkpoint that is there and cannot be read; the others still list. */
export interface DamagedCheckpoint {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
  readonly damage: string;
  /** What its commit message still holds. */
  readonly rescued?: Checkpoint;
  /** A newer version of this program wrote the note. */
  readonly newer?: boolean;
  /** The commit itself is gone: there is nothing here to repair it from. */
  readonly lost?: boolean;
}

export function isDamaged(entry: Checkpoint | DamagedCheckpoint): entry is DamagedCheckpoint {
  return 'damage' in entry;
}
