import { type Checkpoint, type DamagedCheckpoint, isDamaged } from './checkpoint.ts';
import { defined } from './defined.ts';
import type { Note } from './note.ts';
import { documentId } from './number.ts';

/** A checkpoint as every command, tool and page gives it to programs: the note and what git knows, without contents of files. */
export interface CheckpointJson extends Note {
  readonly number: number;
  /** For documents: `CHECKPOINT-00042`. */
  readonly id: string;
  readonly commit: string;
  readonly tree: string;
  /** The commit it was made on; null before the first one. */
  readonly base: string | null;
  /** Empty on a detached HEAD. */
  readonly branch: string;
  readonly kept: boolean;
  readonly author: { readonly name: string; readonly email: string };
  /** Whose it is and how it came here, where that was looked up. */
  readonly origin?: {
    readonly remote: string | null;
    readonly signed: boolean;
    readonly signature?: string;
    readonly trusted: boolean;
  };
  /** Set when the note is lost and this was rebuilt from the commit's message. */
  readonly note_lost?: true;
}

/** A checkpoint that cannot be read. */
export interface DamagedCheckpointJson {
  readonly number: number;
  readonly id: string;
  readonly commit: string;
  readonly damage: string;
}

export function checkpointJson(entry: Checkpoint): CheckpointJson;
export function checkpointJson(entry: Checkpoint | DamagedCheckpoint): CheckpointJson | DamagedCheckpointJson;
export function checkpointJson(entry: Checkpoint | DamagedCheckpoint): CheckpointJson | DamagedCheckpointJson {
  const { number, commit } = entry;
  const id = documentId(number);
  if (isDamaged(entry)) return { number, id, commit, damage: entry.damage };
  const { note, provenance, author, tree, base } = entry;
  const { schema, uid, created, summary, trigger, ...more } = note;
  return defined({
    number,
    id,
    uid,
    commit,
    created,
    summary,
    trigger,
    branch: note.context.branch,
    tree,
    base: base ?? null,
    author,
    origin:
      provenance === undefined
        ? undefined
        : defined({
            remote: provenance.remote ?? null,
            signed: provenance.signed,
            signature: provenance.signature,
            trusted: provenance.trusted,
          }),
    note_lost: entry.noteFrom === 'message' ? true : undefined,
    schema,
    ...more,
    kept: note.kept === true,
  });
}

/** Fields that a checkpoint need not have. */
export const optionalFields: readonly string[] = [
  'origin',
  'note_lost',
  'revision',
  'anchor',
  'session',
  'session_files',
  'captured_at',
  'modified_at',
  'memory',
  'tags',
  'sections',
  'nested',
] satisfies (keyof CheckpointJson)[];
