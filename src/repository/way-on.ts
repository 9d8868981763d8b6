import { findAdapter } from '../agents/registry.ts';
import type { StoredConversation } from '../conversation/conversation.ts';
import { findConversation } from '../conversation/read-conversation.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { SessionRef } from '../core/session.ts';
import type { Repository } from '../open/repository.ts';
import { findNativeSession } from './native-session.ts';

/** How the session of a checkpoint can be gone on with. */
export interface WayOn {
  /** While its agent still has it. */
  readonly session?: SessionRef;
  /** As far as the checkpoint stored it. */
  readonly conversation?: StoredConversation;
  /** It belongs to an agent whose conversations can be stored. */
  readonly isTalk: boolean;
}

export async function findWayOn(repository: Repository, { commit, note }: Checkpoint): Promise<WayOn> {
  const [session, conversation] = await Promise.all([
    findNativeSession(repository, note.session),
    findConversation(repository.engine, commit),
  ]);
  const agent = await findAdapter(note.session?.agent ?? '')?.reader();
  const isTalk = agent?.conversation !== undefined;
  return defined({ session, conversation, isTalk });
}
