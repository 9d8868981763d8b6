import { changeJson } from '../../core/change-json.ts';
import { defined } from '../../core/defined.ts';
import { pathsFromTop } from '../../open/paths-from-top.ts';
import { loadNamed } from '../../open/repository.ts';
import { compare, renderPatch } from '../../repository/compare.ts';
import { withColors } from '../colors.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { page } from '../pager.ts';
import { wantsColor } from '../render/style.ts';

export const diffCommand: Command = {
  name: 'diff',
  about: 'Show what changed between a checkpoint and the working tree, or another checkpoint',
  positionals: [
    { form: '[ID]', about: 'From this checkpoint (default: latest, or the one restored last)' },
    { form: '[ID]', about: 'To this checkpoint (default: the working tree)' },
  ],
  options: [{ name: 'stat', kind: 'flag', about: 'Only count lines for each file' }, jsonOption],
  dashes: true,
  details: 'With `-- PATH...`, only those files and folders.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const [from, to] = args.positionals;
    const paths = pathsFromTop(opened, args.after ?? []);
    const limited = paths.length === 0 || paths.includes('') ? {} : { paths };
    const sides = defined({
      from: from === undefined ? undefined : await loadNamed(opened, from),
      to: to === undefined ? undefined : await loadNamed(opened, to),
    });
    const comparison = await compare(opened, { ...sides, ...limited });
    if (args.flag('json')) {
      const { from: number, to: other, changes } = comparison;
      writeJson({ args, world }, { from: number, to: other ?? null, changes: changes.map(changeJson) });
      return 0;
    }
    const color = wantsColor(await withColors(world, opened, 'color.diff'), world.stdout);
    await page(await renderPatch(opened, comparison, { stat: args.flag('stat'), color, ...limited }), world, opened);
    return 0;
  },
};
