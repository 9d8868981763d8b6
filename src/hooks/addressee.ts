import { homedir } from 'node:os';
import type { AgentHooks } from '../agents/hook-event.ts';
import { findHost } from '../agents/host.ts';
import type { JsonObject } from '../agents/json-value.ts';
import { loadHooks } from '../agents/registry.ts';
import type { World } from '../core/world.ts';
import { findRoot } from '../open/open-engine.ts';
import type { EventContext } from './event-context.ts';
import { hasOwnHooks } from './install/has-own-hooks.ts';

/** Who is answered. Without a part there is nothing to do: an entry of the agent's own gets the same event. */
interface Addressee {
  readonly hooks: AgentHooks;
  readonly part?: EventContext['part'];
}

/** The agent that sent an event. Some run the hooks that were installed for Claude Code, and are answered in their own form. */
export async function addresseeOf(
  hooks: AgentHooks,
  { part, payload }: { readonly part: EventContext['part']; readonly payload: JsonObject },
  world: World,
): Promise<Addressee> {
  const host = hooks.agent === 'claude-code' ? findHost(payload, world.env) : undefined;
  if (host === undefined) return { hooks, part };
  const own = await loadHooks(host);
  const places = { env: world.env, home: world.env['HOME'] ?? homedir() };
  const root = findRoot(world.cwd, world);
  if (await hasOwnHooks(host, root === undefined ? places : { ...places, root })) return { hooks: own };
  // Entries for the further parts of a start are Claude Code's.
  return part.number > own.room.parts ? { hooks: own } : { hooks: own, part: { ...part, of: own.room.parts } };
}
