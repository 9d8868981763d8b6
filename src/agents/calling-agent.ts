import { agentRow, servedNames } from '../core/agent-table.ts';

/** The agent that started this program, where it says so. */
export function callingAgent(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return servedNames.find((name) => agentRow(name)?.signs.some((variable) => env[variable]));
}
