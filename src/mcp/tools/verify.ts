import { changeJson } from '../../core/change-json.ts';
import { documentId } from '../../core/number.ts';
import { loadNamed } from '../../open/repository.ts';
import { requireCertain, verify } from '../../repository/compare.ts';
import { checkpointId, fileChange, nextOffset, offset } from '../fields.ts';
import { listPage } from '../list-page.ts';
import { reading, tool } from '../tool.ts';

const MAX_FILES = 200;

export const verifyTool = tool({
  name: 'verify_checkpoint',
  title: 'Verify a checkpoint',
  description:
    'Tells whether the working tree is exactly that of a checkpoint, and counts files and lines that differ. Use it before clearing the context: when it is not the same, store a checkpoint first.',
  annotations: reading,
  doing: 'Comparing with the working tree',
  input: (z) => ({
    id: checkpointId(z, 'Which checkpoint; when left out the latest, after a restore the restored one').optional(),
    offset: offset(z, 'First changed file to show'),
  }),
  output: (z) => ({
    checkpointId: z.string(),
    number: z.int(),
    same: z.boolean(),
    message: z.string(),
    files: z.int(),
    added: z.int(),
    removed: z.int(),
    changes: z.array(fileChange(z)),
    nextOffset: nextOffset(z),
  }),
  async run({ id, offset }, { repository }) {
    const asked = id === undefined ? undefined : await loadNamed(repository, String(id));
    const verification = await verify(repository, asked);
    requireCertain(verification);
    const { number, same, files, added, removed, changes } = verification;
    const message = same
      ? `Working tree matches checkpoint ${number}.`
      : `Files changed: ${files}, Lines added: ${added}, Lines removed: ${removed}`;
    const head = { checkpointId: documentId(number), number, same, message, files, added, removed };
    const items = changes.map(changeJson);
    return listPage({ items, offset, limit: MAX_FILES }, (page) => ({ ...head, changes: page }));
  },
});
