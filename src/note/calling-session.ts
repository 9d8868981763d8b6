import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { findByToolUse } from '../agents/claude-code/find-transcript.ts';
import { agentRow, servedNames } from '../core/agent-table.ts';
import { defined } from '../core/defined.ts';
import type { Repository } from '../open/repository.ts';
import type { SaveRequest } from './save-request.ts';

/** What a server knows of whoever calls it. */
export interface Caller {
  /** The name by which the client introduced itself. */
  readonly client: string;
  /** The session, where the client says it with each call. */
  readonly sessionId?: string;
  /** The id of the call in the client's transcript. */
  readonly toolUseId?: string;
}

// The client writes its transcript beside the call; it was there after 60 ms.
const PATIENCE = 1000;
const PAUSE = 40;

/**
 * Where the words of the calling session are. A server outlives sessions, so what its environment says may be about the one
 * before; the id of the call tells for sure. A client that nobody knows has no transcript, and somebody else's is not taken for it.
 */
export async function findCallingSession(repository: Repository, caller: Caller): Promise<SaveRequest['source']> {
  const { env } = repository.world;
  const id = env['CLAUDE_CODE_SESSION_ID'];
  const agent = id ? 'claude-code' : servedNames.find((name) => agentRow(name)?.mcpClient.test(caller.client));
  if (agent === undefined) return 'none';
  if (caller.sessionId !== undefined) return { agent, id: caller.sessionId };
  if (agent !== 'claude-code') return { agent };
  const transcript = caller.toolUseId === undefined ? undefined : await findCall(repository, caller.toolUseId);
  if (transcript !== undefined) return { agent, transcript };
  return defined({ agent, id: id || undefined });
}

async function findCall({ engine, world }: Repository, toolUseId: string): Promise<string | undefined> {
  const { cwd, env } = world;
  const search = { cwd, root: engine.place.root, env, home: env['HOME'] ?? homedir() };
  const end = performance.now() + PATIENCE;
  for (;;) {
    const found = await findByToolUse(search, toolUseId);
    if (found !== undefined || performance.now() > end) return found?.path;
    await sleep(PAUSE);
  }
}
