import type { Checkpoint } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { Repository } from '../open/repository.ts';
import { redactNote } from '../redaction/redact-note.ts';
import { reword } from './reword.ts';

interface Annotation {
  readonly summary: string;
  /** Absent: what is there stays. */
  readonly description?: string;
}

/** Gives a checkpoint other words; `undo` brings back those that it had. Files and what the session knew stay as they are. */
export function annotate(repository: Repository, number: CheckpointNumber, words: Annotation): Promise<Checkpoint> {
  return reword(repository, number, (note) => redactNote({ ...note, ...words }));
}
