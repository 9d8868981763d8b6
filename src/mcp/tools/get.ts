import type { Checkpoint } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import { documentId } from '../../core/number.ts';
import { showBytes } from '../../core/size.ts';
import { loadNamed, type Repository } from '../../open/repository.ts';
import { exportMarkdown } from '../../repository/export.ts';
import { readFileAt } from '../../repository/read-file-at.ts';
import { checkpointPage, checkpointShape } from '../checkpoint-page.ts';
import { checkpointId, nextOffset, offset } from '../fields.ts';
import { pathInside } from '../path-argument.ts';
import { textPage } from '../text-page.ts';
import { reading, tool } from '../tool.ts';

export const getTool = tool({
  name: 'get_checkpoint',
  title: 'Get a checkpoint',
  description:
    'Returns one checkpoint: as fields, as a Checkpoint Format 1.0.0 document (format markdown), or, with path, one file as the checkpoint has it.',
  annotations: reading,
  doing: 'Reading the checkpoint',
  input: (z) => ({
    id: checkpointId(z),
    format: z.enum(['fields', 'markdown']).default('fields'),
    path: z.string().min(1).max(4096).optional().describe('A file, relative to the top of the working tree'),
    offset: offset(z, 'First changed file, or first character of a text'),
  }),
  output: (z) => ({
    checkpointId: z.string(),
    number: z.int(),
    checkpoint: checkpointShape(z).optional(),
    path: z.string().optional(),
    text: z.string().optional(),
    length: z.int().optional().describe('Of the whole text, in characters'),
    nextOffset: nextOffset(z),
  }),
  async run({ id, format, path, offset }, { repository }) {
    const checkpoint = await loadNamed(repository, String(id));
    const head = { checkpointId: documentId(checkpoint.number), number: checkpoint.number };
    if (path !== undefined) {
      const file = pathInside(repository, path);
      return textPage(await readText(repository, checkpoint, file), offset, { ...head, path: file });
    }
    if (format === 'markdown') return textPage(exportMarkdown(checkpoint), offset, head);
    return checkpointPage(repository, checkpoint, { offset, head });
  },
});

async function readText(repository: Repository, checkpoint: Checkpoint, path: string): Promise<string> {
  const bytes = await readFileAt(repository, checkpoint, path);
  if (!bytes.includes(0)) return Buffer.from(bytes).toString();
  throw new Failure('no', `${path} is binary (${showBytes(bytes.length)})`, {
    hint: `On a command line: git show refs/checkpoints/${checkpoint.number}:${path}`,
  });
}
