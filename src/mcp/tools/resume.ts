import { defined } from '../../core/defined.ts';
import { documentId } from '../../core/number.ts';
import { stripControls } from '../../core/strip-controls.ts';
import { configOf, numberNamed } from '../../open/repository.ts';
import { describeOffered, resume } from '../../repository/resume.ts';
import { checkpointId } from '../fields.ts';
import { reading, tool } from '../tool.ts';

// Quoted as JSON the text grows; both stay below what a client takes.
const MAX_TOKENS = 15_000;
const MAX_CHARACTERS = 40_000;

export const resumeTool = tool({
  name: 'resume_checkpoint',
  title: 'Resume from a checkpoint',
  description:
    'Returns all that is needed to continue: what changed since, task, next actions, decisions, blockers, rules, and the working files as whole, changes or outline. Without id, the newest checkpoint of this branch and worktree.',
  annotations: reading,
  doing: 'Building the resume pack',
  input: (z) => ({
    id: checkpointId(z, 'Which checkpoint; the newest that belongs here when left out').optional(),
    budget_tokens: z.int().min(200).max(MAX_TOKENS).optional().describe('At most this many tokens of text'),
  }),
  output: (z) => ({
    resumed: z.boolean(),
    message: z.string().describe('For the user'),
    checkpointId: z.string().optional(),
    number: z.int().optional(),
    summary: z.string().optional(),
    tokens: z.int().optional(),
    text: z.string().optional(),
  }),
  async run({ id, budget_tokens }, { repository }) {
    const outcome = await resume(
      repository,
      defined({
        number: id === undefined ? undefined : await numberNamed(repository, String(id)),
        budget: budget_tokens ?? Math.min(MAX_TOKENS, (await configOf(repository)).resumeBudget),
        hostChars: MAX_CHARACTERS,
        format: 'md',
      }),
    );
    if (outcome.kind === 'none') {
      const { offered } = outcome;
      const message =
        offered === undefined
          ? 'No checkpoints found'
          : `Only checkpoints of other people are here. ${describeOffered(offered)}`;
      return { resumed: false, message };
    }
    const { checkpoint, pack } = outcome;
    return {
      resumed: true,
      message: pack.text.split('\n')[0]?.replace(/^#+ /, '') ?? '',
      checkpointId: documentId(checkpoint.number),
      number: checkpoint.number,
      summary: stripControls(checkpoint.note.summary),
      tokens: pack.tokens,
      text: pack.text,
    };
  },
});
