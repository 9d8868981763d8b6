import { agentName } from '../agents/registry.ts';
import { findConversation } from '../conversation/read-conversation.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { SessionRef } from '../core/session.ts';
import { findOverflow, type WindowUse } from '../core/window-use.ts';
import { recordFork } from '../local/fork-records.ts';
import { loadGiven, type Repository } from '../open/repository.ts';
import {
  type ElsewhereOutcome,
  type ElsewherePlan,
  type ElsewhereRequest,
  planElsewhere,
  restoreElsewhere,
} from '../restore/elsewhere.ts';
import { refuseForeignWords } from './foreign-words.ts';
import { writeNewSession } from './write-new-session.ts';

/** From which moment a second line of work begins, and with whom. */
interface ForkRequest extends Pick<ElsewhereRequest, 'checkpoint' | 'forcePaths'> {
  /** Absent: the agent of the checkpoint's session. */
  readonly agent?: string;
  /** Absent: named after the checkpoint. */
  readonly branch?: string;
  /** Absent: beside the working tree, named after the branch. */
  readonly worktree?: string;
  /** The conversation of somebody else may be written as a session: the agent takes it for its own. */
  readonly trust?: boolean;
  /** With a summary in place of the conversation, also where that fits the model's window. */
  readonly compact?: boolean;
}

export interface ForkPlan extends ElsewherePlan {
  readonly agent?: string;
  /** The session begins with a summary: it was asked for, or the conversation leaves no room in the model's window. */
  readonly compacted?: WindowUse | 'asked';
}

export interface ForkOutcome {
  readonly files: ElsewhereOutcome;
  /** The conversation as a new session in the new worktree. */
  readonly session?: SessionRef;
  /** It begins with a summary. */
  readonly compacted?: WindowUse | 'asked';
  /** The agent that begins there with the checkpoint's words instead. */
  readonly handoff?: { readonly agent: string; readonly why: string };
}

/** Plans a linked worktree on a new branch with the files of a checkpoint. Nothing has been made yet. */
export async function planFork(repository: Repository, request: ForkRequest): Promise<ForkPlan> {
  const checkpoint = await loadGiven(repository, request.checkpoint);
  if (request.trust !== true) await refuseForeignWords(repository, checkpoint);
  const asked = request.agent === undefined ? undefined : agentName(request.agent);
  const branch = request.branch ?? (await freeBranch(repository, `checkpoint-${checkpoint.number}`));
  const { forcePaths, worktree } = request;
  const plan = await planElsewhere(repository, defined({ checkpoint, branch, into: worktree, forcePaths }));
  const compacted = request.compact === true ? ('asked' as const) : findOverflow(checkpoint.note.session);
  return defined({ ...plan, agent: asked ?? checkpoint.note.session?.agent, compacted });
}

async function freeBranch({ engine }: Repository, name: string): Promise<string> {
  const taken = new Set((await engine.listRefs('refs/heads/')).map(({ ref }) => ref));
  let free = name;
  for (let count = 2; taken.has(`refs/heads/${free}`); count += 1) free = `${name}-${count}`;
  return free;
}

/** Makes the worktree, and writes the conversation as a session in it where the agent stays the same. */
export async function applyFork(repository: Repository, plan: ForkPlan): Promise<ForkOutcome> {
  const { folder, branch = '', checkpoint } = plan;
  const done = recordFork(repository.engine.place, { checkpoint: checkpoint.number, folder, branch });
  try {
    return await makeFork(repository, plan);
  } finally {
    done();
  }
}

async function makeFork(repository: Repository, plan: ForkPlan): Promise<ForkOutcome> {
  const files = await restoreElsewhere(repository, plan);
  const { agent, checkpoint } = plan;
  if (agent === undefined || agent === '') return { files };
  const conversation = await findConversation(repository.engine, checkpoint.commit);
  if (conversation === undefined) return { files, handoff: { agent, why: 'its conversation was not stored' } };
  if (conversation.agent !== agent) {
    return { files, handoff: { agent, why: `its conversation is one of ${conversation.agent}` } };
  }
  const { folder: root, compacted } = plan;
  const request = { checkpoint, conversation, root, withFiles: true, compacted: compacted !== undefined };
  try {
    const { id, cwd } = await writeNewSession(repository, request);
    return defined({ files, session: { agent, id, cwd }, compacted });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { files, handoff: { agent, why: error.message } };
  }
}
