import type { AgentHooks, HookEvent } from '../agents/hook-event.ts';

/** Whether an event is of a subagent, whose turns nobody goes on with. What it is about to run can destroy work all the same. */
export async function isSubagents({ kind, transcript }: HookEvent, hooks: AgentHooks): Promise<boolean> {
  if (kind === 'before-command' || transcript === undefined || hooks.isSubagents === undefined) return false;
  return hooks.isSubagents(transcript);
}
