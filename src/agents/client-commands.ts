import { agentRow } from '../core/agent-table.ts';

/** Notes come from others, too: an id that is an option, or anything to a shell, is none. */
const PLAIN_ID = /^\w[\w.:-]{0,127}$/;

/** The command that goes on with a session of an agent; undefined for an agent that cannot by its id. */
export function goOnCommand(agent: string, session: string): readonly string[] | undefined {
  const row = agentRow(agent);
  return row?.goOn === undefined || !PLAIN_ID.test(session) ? undefined : [row.program, ...row.goOn(session)];
}

/** The command that begins a session with a prompt; `more` are the user's own arguments for the client. */
export function beginCommand(
  agent: string,
  prompt: string,
  more: readonly string[] = [],
): readonly string[] | undefined {
  const row = agentRow(agent);
  if (row === undefined) return undefined;
  return [row.program, ...more, ...(more.length === 0 ? (row.begin?.(prompt) ?? [prompt]) : [prompt])];
}
