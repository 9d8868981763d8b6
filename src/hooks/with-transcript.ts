import { homedir } from 'node:os';
import { findTranscript } from '../agents/find-transcript.ts';
import type { AgentHooks, HookEvent } from '../agents/hook-event.ts';
import type { World } from '../core/world.ts';

/** The event with the path of its transcript, where its agent leaves that out and there is one. */
export async function withTranscript(event: HookEvent, hooks: AgentHooks, world: World): Promise<HookEvent> {
  if (!hooks.omitsTranscript || event.transcript !== undefined) return event;
  const { cwd, env } = world;
  const search = { sessionId: event.session, cwd: event.cwd ?? cwd, env, home: env['HOME'] ?? homedir() };
  const found = await findTranscript({ ...search, agent: hooks.agent });
  return found === undefined ? event : { ...event, transcript: found.path };
}
