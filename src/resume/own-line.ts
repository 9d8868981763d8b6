import type { Checkpoint } from '../core/checkpoint.ts';
import type { SessionRecord } from '../local/session-record.ts';
import { findSession, type RegisterPaths } from '../local/session-register.ts';

/** A session, by its agent's own id. */
export type SessionName = Pick<SessionRecord, 'agent' | 'id'>;

/** Tells whether a checkpoint belongs to another line of work than a session does. */
type IsOther = (checkpoint: Pick<Checkpoint, 'number' | 'note'>) => boolean;

/**
 * A session's line of work is what it saved itself, what the session before /clear saved, and the checkpoint that it was handed when
 * it began. Sessions may work beside each other in one worktree: what another one saved is not carried on as its own. Checkpoints of
 * no session belong to whoever works here.
 */
export function otherLines(place: RegisterPaths, session: SessionName | undefined): IsOther {
  const record = session && findSession(place, { agent: session.agent, key: session.id });
  return record === undefined ? () => false : (checkpoint) => isOther(record, checkpoint);
}

function isOther(record: SessionRecord, { number, note }: Pick<Checkpoint, 'number' | 'note'>): boolean {
  const id = note.session?.id;
  if (id === undefined || id === record.id || id === record.previousId) return false;
  if (record.handed !== undefined) return number !== record.handed.checkpoint;
  // Nothing says what it goes on from: then what was there when it began.
  return Date.parse(note.created) >= Date.parse(record.started);
}
