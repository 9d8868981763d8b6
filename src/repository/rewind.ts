import type { StoredConversation } from '../conversation/conversation.ts';
import { findConversation } from '../conversation/read-conversation.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { SessionRef } from '../core/session.ts';
import { findOverflow, type WindowUse } from '../core/window-use.ts';
import { loadGiven, type Repository } from '../open/repository.ts';
import type { RestoreOutcome } from '../restore/apply-restore.ts';
import { planRestore, type RestorePlan } from '../restore/plan.ts';
import type { RestoreRequest } from '../restore/request.ts';
import { refuseForeignWords } from './foreign-words.ts';
import { newestSession } from './native-session.ts';
import { applyRestore } from './restore.ts';
import { writeNewSession } from './write-new-session.ts';

/** Which moment to go back to, and with what. */
interface RewindRequest extends Pick<RestoreRequest, 'checkpoint' | 'force' | 'forcePaths'> {
  /** `both` unless said otherwise. */
  readonly only?: 'files' | 'conversation';
  /** The conversation of somebody else may be written as a session: the agent takes it for its own. */
  readonly trust?: boolean;
  /** With a summary in place of the conversation, also where that fits the model's window. */
  readonly compact?: boolean;
}

export interface RewindPlan {
  readonly checkpoint: Checkpoint;
  /** Absent when the files stay as they are. */
  readonly files?: RestorePlan;
  readonly conversation: StoredConversation | 'not-asked' | 'not-stored';
  /** The session begins with a summary: it was asked for, or the conversation leaves no room in the model's window. */
  readonly compacted?: WindowUse | 'asked';
}

export interface RewindOutcome {
  readonly plan: RewindPlan;
  readonly files?: RestoreOutcome;
  /** The new session that has the conversation; absent when there is none. */
  readonly session?: SessionRef;
  /** Why the conversation could not be written as a session. */
  readonly withoutSession?: Failure;
}

/** Plans to go back to a checkpoint with files and conversation. Nothing has been changed yet. */
export async function planRewind(repository: Repository, request: RewindRequest): Promise<RewindPlan> {
  const checkpoint = await loadGiven(repository, request.checkpoint);
  const { only, trust = false, compact = false, ...restoring } = request;
  const found = only === 'files' ? undefined : await findConversation(repository.engine, checkpoint.commit);
  if (only === 'conversation' && found === undefined) throw notStored(checkpoint);
  if (found !== undefined && !trust) await refuseForeignWords(repository, checkpoint);
  const files = only === 'conversation' ? undefined : await planRestore(repository, { ...restoring, checkpoint });
  const compacted = compact ? ('asked' as const) : findOverflow(checkpoint.note.session);
  return defined({
    checkpoint,
    files,
    conversation: found ?? (only === 'files' ? 'not-asked' : 'not-stored'),
    compacted: found && compacted,
  });
}

function notStored({ number }: Checkpoint): Failure {
  return new Failure('no', `checkpoint ${number} has no conversation`, {
    hint: `What its session knew: \`git checkpoint resume ${number}\`.`,
  });
}

/**
 * Writes the conversation as a new session, then restores the files; the journal of the restore names both sessions, so that
 * an undo and a command that finishes an interrupted restore can tell which one fits. No session that is there is touched.
 */
export async function applyRewind(repository: Repository, plan: RewindPlan): Promise<RewindOutcome> {
  const { files, conversation } = plan;
  const written = typeof conversation === 'string' ? undefined : await tryToWrite(repository, plan, conversation);
  const session = written !== undefined && 'id' in written ? written : undefined;
  try {
    const before = await newestSession(repository);
    const sessions = session === undefined ? undefined : defined({ after: refOf(session), before });
    const restored = files && (await applyRestore(repository, defined({ ...files, sessions })));
    return defined({
      plan,
      files: restored,
      session: session && refOf(session),
      withoutSession: written instanceof Failure ? written : undefined,
    });
  } catch (error) {
    await session?.withdraw();
    throw error;
  }
}

function refOf({ agent, id, cwd }: SessionRef): SessionRef {
  return { agent, id, cwd };
}

/** A conversation that cannot be written keeps nobody from the files. */
async function tryToWrite(repository: Repository, plan: RewindPlan, conversation: StoredConversation) {
  const { checkpoint, files, compacted } = plan;
  const { root } = repository.engine.place;
  const withFiles = files !== undefined;
  const request = { checkpoint, conversation, root, withFiles, compacted: compacted !== undefined };
  try {
    return await writeNewSession(repository, request);
  } catch (error) {
    if (!withFiles || !(error instanceof Failure)) throw error;
    return error;
  }
}
