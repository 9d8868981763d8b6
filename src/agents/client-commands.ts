import { agentRow } from '../core/agent-table.ts';

/** The command that goes on with a session of an agent; undefined for an agent that cannot by its id. */
export function goOnCommand(agent: string, session: string): readonly string[] | undefined {
  const row = agentRow(agent);
  return row?.goOn === undefined ? undefined : [row.program, ...row.goOn(session)];
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
