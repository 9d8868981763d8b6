import { agentRow } from './agent-table.ts';

/** An agent's name for people; one that is on no table as it is. */
export function agentTitle(agent: string): string {
  return agentRow(agent)?.title ?? agent;
}
