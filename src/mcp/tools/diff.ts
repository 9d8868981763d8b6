import { changeJson } from '../../core/change-json.ts';
import { defined } from '../../core/defined.ts';
import { documentId } from '../../core/number.ts';
import { loadNamed } from '../../open/repository.ts';
import { compare, renderPatch } from '../../repository/compare.ts';
import { checkpointId, fileChange, nextOffset, offset, paths, totals } from '../fields.ts';
import { listPage } from '../list-page.ts';
import { pathInside } from '../path-argument.ts';
import { textPage } from '../text-page.ts';
import { reading, tool } from '../tool.ts';
import { totalsOf } from '../views.ts';

const MAX_FILES = 200;

export const diffTool = tool({
  name: 'diff_checkpoint',
  title: 'Compare a checkpoint',
  description:
    'Shows what changed from a checkpoint to the working tree, or to another checkpoint, as a unified diff or (with patch false) as a list of files.',
  annotations: reading,
  doing: 'Comparing',
  input: (z) => ({
    from: checkpointId(
      z,
      'From which checkpoint; when left out the latest, after a restore the restored one',
    ).optional(),
    to: checkpointId(z, 'To which checkpoint; the working tree when left out').optional(),
    paths: paths(z, 'Only these files and folders').optional(),
    patch: z.boolean().default(true).describe('false lists the files only'),
    offset: offset(z, 'First character of the diff, or first file of the list'),
  }),
  output: (z) => ({
    from: z.string(),
    to: z.string().describe('A checkpoint, or: working tree'),
    totals: totals(z),
    files: z.array(fileChange(z)).optional(),
    text: z.string().optional().describe('The unified diff'),
    length: z.int().optional().describe('Of the whole diff, in characters'),
    nextOffset: nextOffset(z),
  }),
  async run({ from, to, paths, patch, offset }, { repository, signal }) {
    const limited = paths === undefined ? {} : { paths: paths.map((path) => pathInside(repository, path)) };
    const sides = defined({
      from: from === undefined ? undefined : await loadNamed(repository, String(from)),
      to: to === undefined ? undefined : await loadNamed(repository, String(to)),
    });
    const comparison = await compare(repository, { ...sides, ...limited });
    signal.throwIfAborted();
    const head = {
      from: documentId(comparison.from),
      to: comparison.to === undefined ? 'working tree' : documentId(comparison.to),
      totals: totalsOf(comparison.changes),
    };
    if (patch) {
      const text = Buffer.from(await renderPatch(repository, comparison, limited)).toString();
      return textPage(text, offset, head);
    }
    const items = comparison.changes.map(changeJson);
    return listPage({ items, offset, limit: MAX_FILES }, (files) => ({ ...head, files }));
  },
});
