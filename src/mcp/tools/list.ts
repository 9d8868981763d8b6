import { isDamaged } from '../../core/checkpoint.ts';
import { checkpointJson, type DamagedCheckpointJson } from '../../core/checkpoint-json.ts';
import { defined } from '../../core/defined.ts';
import { triggers } from '../../core/note.ts';
import { stripControls } from '../../core/strip-controls.ts';
import { list } from '../../repository/list.ts';
import { limit, nextOffset, offset, shortText } from '../fields.ts';
import { listPage } from '../list-page.ts';
import { reading, tool } from '../tool.ts';
import { lineShape, lineView } from '../views.ts';

export const listTool = tool({
  name: 'list_checkpoints',
  title: 'List checkpoints',
  description: 'Lists checkpoints, newest first: number, time, summary, branch, why it was saved, how much changed.',
  annotations: reading,
  doing: 'Listing checkpoints',
  input: (z) => ({
    limit: limit(z, 100, 20),
    offset: offset(z, 'How many of the newest to pass over'),
    branch: shortText(z, 'Only those made on this branch').optional(),
    trigger: z.enum(triggers).optional().describe('Only those saved for this reason'),
    session: shortText(z, 'Only those of this session id').optional(),
    pending: z.boolean().optional().describe('Only unconfirmed checkpoints'),
    tag: shortText(z, 'Only those with this tag').optional(),
  }),
  output: (z) => ({
    checkpoints: z.array(
      z
        .object(lineShape(z))
        .partial()
        .extend({
          checkpointId: z.string(),
          number: z.int(),
          damage: z.string().optional().describe('Why it cannot be read'),
        }),
    ),
    nextOffset: nextOffset(z),
  }),
  async run({ limit, offset, trigger, ...filter }, { repository }) {
    const triggers = trigger === undefined ? undefined : [trigger];
    const found = await list(repository, { ...defined({ ...filter, triggers }), limit: offset + limit + 1 });
    const now = repository.world.now();
    const items = found.map((entry) => {
      if (!isDamaged(entry)) return lineView(entry, now);
      const { number, id, commit, damage } = checkpointJson(entry) as DamagedCheckpointJson;
      return { checkpointId: id, number, id, commit, damage: stripControls(damage) };
    });
    return listPage({ items, offset, limit }, (checkpoints) => ({ checkpoints }));
  },
});
