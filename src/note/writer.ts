import { callingAgent } from '../agents/calling-agent.ts';
import type { World } from '../core/world.ts';

/** Who wrote the words that a command was given: agents run commands too. */
export function writerOf({ env }: Pick<World, 'env'>): 'user' | 'agent' {
  return callingAgent(env) === undefined ? 'user' : 'agent';
}
