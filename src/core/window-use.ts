import type { SessionFacts } from './note.ts';

/** How much of the model's window a conversation takes, in tokens. */
export interface WindowUse {
  readonly used: number;
  readonly window: number;
}

/** The next prompt and its answer need some room as well. */
const MAX_SHARE = 0.95;

/** The use of the window by a session that leaves no room to continue; undefined where there is room, or where it is not known. */
export function findOverflow(session: SessionFacts | undefined): WindowUse | undefined {
  const { context_tokens: used, context_window: window } = session ?? {};
  if (used === undefined || window === undefined || window === 0) return undefined;
  return used > MAX_SHARE * window ? { used, window } : undefined;
}
