import { defined } from '../../core/defined.ts';
import { type JsonObject, numberAt, objectAt, textAt } from '../json-value.ts';

/** What Claude Code tells its status line, as far as it concerns us. */
export interface StatusLine {
  readonly session: string;
  readonly cwd: string;
  /** How full the context is; absent before the first answer and right after /clear. */
  readonly percent?: number;
}

/** Reads the status line's JSON; undefined when it is something else. */
export function parseStatusLine(payload: JsonObject): StatusLine | undefined {
  const session = textAt(payload, 'session_id');
  const cwd = textAt(objectAt(payload, 'workspace'), 'current_dir') || textAt(payload, 'cwd');
  if (session === '' || cwd === '') return undefined;
  const percent = numberAt(objectAt(payload, 'context_window'), 'used_percentage');
  return defined({ session, cwd, percent });
}
