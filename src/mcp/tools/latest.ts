import { type Checkpoint, isDamaged } from '../../core/checkpoint.ts';
import { countTokens } from '../../core/count-tokens.ts';
import { Failure } from '../../core/failure.ts';
import { documentId } from '../../core/number.ts';
import { exportMarkdown } from '../../repository/export.ts';
import { list } from '../../repository/list.ts';
import { checkpointPage, checkpointShape } from '../checkpoint-page.ts';
import { nextOffset, offset } from '../fields.ts';
import { reading, tool } from '../tool.ts';

/** Beside it the fields need room. */
const MAX_CHARACTERS = 25_000;
const MAX_TOKENS = 10_000;

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
    error: z.string().optional().describe('Why there is no checkpoint to show'),
    message: z.string().optional(),
    id: z.string().optional().describe('CHECKPOINT-00042'),
    type: z.literal('Checkpoint').optional(),
    created: z.string().optional().describe('UTC, from the system clock'),
    content: z.string().optional().describe('The checkpoint as a document of Checkpoint Format 1.0.0'),
    checkpoint: checkpointShape(z).optional(),
    nextOffset: nextOffset(z),
  }),
  async run(args, { repository }) {
    const [entry] = await list(repository, { limit: 1 });
    if (entry === undefined) return { found: false, error: 'No checkpoints found', message: 'No checkpoints found' };
    const checkpoint = isDamaged(entry) ? entry.rescued : entry;
    if (checkpoint === undefined) {
      throw new Failure('fatal', `checkpoint ${entry.number}, the latest, cannot be read: its note is damaged`, {
        hint: 'list_checkpoints shows the ones before. `git checkpoint doctor --repair` rebuilds notes.',
      });
    }
    const head = { found: true, id: documentId(checkpoint.number), type: 'Checkpoint' as const };
    const { created } = checkpoint.note;
    return checkpointPage(repository, checkpoint, {
      offset: args.offset,
      head: { ...head, created, content: contentOf(checkpoint) },
    });
  },
});

/** The document; a very long one is cut, and says where the rest is. */
function contentOf(checkpoint: Checkpoint): string {
  const content = exportMarkdown(checkpoint);
  let length = content.length;
  while (countTokens(content.slice(0, length)) > MAX_TOKENS || length > MAX_CHARACTERS)
    length = Math.floor(length * 0.9);
  if (length === content.length) return content;
  const cut = content.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  return `${cut}\n… cut: get_checkpoint with format markdown has all of it`;
}
