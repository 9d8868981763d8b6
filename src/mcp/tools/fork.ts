import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { documentId } from '../../core/number.ts';
import { loadNamed } from '../../open/repository.ts';
import { applyFork, planFork } from '../../repository/fork.ts';
import { continueCommand } from '../../repository/native-session.ts';
import { checkpointId, shortText } from '../fields.ts';
import { tool } from '../tool.ts';

export const forkTool = tool({
  name: 'fork_checkpoint',
  title: 'Fork a checkpoint',
  description:
    'Makes a linked worktree with the files of a checkpoint on a new branch, and the conversation of that moment ready in it as a new session of the same agent, to try another idea. The working tree here is not changed. Tell the user the folder and the command.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  doing: 'Making the worktree',
  input: (z) => ({
    id: checkpointId(z),
    branch: shortText(z, 'The new branch; named after the checkpoint when left out').optional(),
    worktree: shortText(z, 'The folder; beside the working tree when left out').optional(),
    agent: shortText(z, 'Who continues there; the agent of the session when left out').optional(),
  }),
  output: (z) => ({
    checkpointId: z.string(),
    folder: z.string(),
    branch: z.string(),
    written: z.int(),
    verified: z.boolean(),
    session: z.string().optional().describe('The new session that has the conversation'),
    command: z.array(z.string()).optional().describe('Continues, when it is run in the folder'),
    note: z.string().optional(),
  }),
  async run({ id, branch, worktree, agent }, { repository }) {
    const checkpoint = await loadNamed(repository, String(id));
    const plan = await planFork(repository, defined({ checkpoint, branch, worktree, agent }));
    if (plan.configuration.length > 0) {
      throw new Failure('no', `checkpoint ${checkpoint.number} is by somebody else and has files that can run code`, {
        hint: `A person decides about that: git checkpoint fork ${checkpoint.number}`,
      });
    }
    const { files, session, handoff, compacted } = await applyFork(repository, plan);
    const other = handoff && ['git', 'checkpoint', 'handoff', String(checkpoint.number), '--to', handoff.agent];
    return defined({
      checkpointId: documentId(checkpoint.number),
      folder: plan.folder,
      branch: plan.branch ?? '',
      written: files.written,
      verified: files.differences.length === 0,
      session: session?.id,
      command: (session && continueCommand(session)?.slice()) ?? other,
      note: handoff
        ? `${handoff.agent} begins with what the session knew: ${handoff.why}`
        : compacted && "The session begins with a summary: the conversation no longer fits the model's window.",
    });
  },
});
