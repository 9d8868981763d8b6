import type { NewSession } from '../agents/write-session.ts';
import type { StoredConversation } from '../conversation/conversation.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { Repository } from '../open/repository.ts';
import { packAlone, resume } from './resume.ts';

/** What is to be written, and where. */
interface NewSessionRequest {
  readonly checkpoint: Checkpoint;
  readonly conversation: StoredConversation;
  /** The working tree in which the session goes on. */
  readonly root: string;
  /** With its summary and the resume text in place of all that was said. */
  readonly compacted: boolean;
  /** The files of the checkpoint are there too: nothing has changed since. */
  readonly withFiles: boolean;
}

const LEAD =
  "The conversation before this no longer fits the model's window. What its session knew follows, and the last summary of it, if there is one.";

/** Writes the conversation of a checkpoint as a new session of its agent. */
export async function writeNewSession(repository: Repository, request: NewSessionRequest): Promise<NewSession> {
  const { writeAsSession } = await import('../conversation/write-as-session.ts');
  const { engine, world } = repository;
  const { conversation, root, compacted } = request;
  const summary = compacted ? `${LEAD}\n\n${await packFor(repository, request)}` : undefined;
  return writeAsSession(engine, conversation, defined({ root, world, summary }));
}

async function packFor(repository: Repository, { checkpoint, withFiles }: NewSessionRequest): Promise<string> {
  if (withFiles) return (await packAlone(repository, checkpoint.number)).text;
  const outcome = await resume(repository, { number: checkpoint.number });
  return outcome.kind === 'resumed' ? outcome.pack.text : '';
}
