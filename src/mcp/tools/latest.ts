import { isDamaged } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import { list } from '../../repository/list.ts';
import { checkpointPage, checkpointShape } from '../checkpoint-page.ts';
import { nextOffset, offset } from '../fields.ts';
import { reading, tool } from '../tool.ts';

export const latestTool = tool({
  name: 'get_latest_checkpoint',
  title: 'Get the latest checkpoint',
  description:
    'Returns the checkpoint with the highest number: summary, everything the session knew, and the files that it changed. To continue the work after /clear, resume_checkpoint gives more: drift since then and the contents of working files.',
  annotations: reading,
  doing: 'Reading the latest checkpoint',
  input: (z) => ({ offset: offset(z, 'First changed file to show') }),
  output: (z) => ({
    found: z.boolean(),
    message: z.string().optional(),
    checkpoint: checkpointShape(z).optional(),
    nextOffset: nextOffset(z),
  }),
  async run(args, { repository }) {
    const [entry] = await list(repository, { limit: 1 });
    if (entry === undefined) return { found: false, message: 'No checkpoints found' };
    const checkpoint = isDamaged(entry) ? entry.rescued : entry;
    if (checkpoint === undefined) {
      throw new Failure('fatal', `checkpoint ${entry.number}, the latest, cannot be read: its note is damaged`, {
        hint: 'list_checkpoints shows the ones before. `git checkpoint doctor --repair` rebuilds notes.',
      });
    }
    return checkpointPage(repository, checkpoint, { offset: args.offset, head: { found: true } });
  },
});
