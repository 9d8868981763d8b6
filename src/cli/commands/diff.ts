import { changeJson } from '../../core/change-json.ts';
import { defined } from '../../core/defined.ts';
import { parseRange } from '../../core/number.ts';
import { pathsFromTop } from '../../open/paths-from-top.ts';
import { loadNamed, type Repository } from '../../open/repository.ts';
import { compare, renderPatch, requireCertain } from '../../repository/compare.ts';
import { withColors } from '../colors.ts';
import { type Arguments, type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { wholeNumber } from '../option-values.ts';
import { page } from '../pager.ts';
import { wantsColor } from '../render/style.ts';
import { renderUnknown } from '../render/unknown.ts';
import { tell } from '../tell.ts';

interface GitOption {
  readonly name: string;
  readonly short?: string;
  readonly value?: string;
  readonly about: string;
}

/** What git itself does with a difference. */
const gitOptions: readonly GitOption[] = [
  { name: 'name-only', about: 'Only the names of changed files' },
  { name: 'name-status', about: 'Only names and what happened to them' },
  { name: 'word-diff', about: 'Mark changed words instead of lines' },
  { name: 'ignore-all-space', short: 'w', about: 'Ignore white space' },
  { name: 'unified', short: 'U', value: 'N', about: 'Lines of context' },
];

export const diffCommand: Command = {
  name: 'diff',
  about: 'Compare a checkpoint with the working tree, or with another one',
  inBare: true,
  positionals: [
    { form: '[ID]', about: 'From this checkpoint (default: latest, or the one restored last)' },
    { form: '[ID]', about: 'To this checkpoint (default: the working tree)' },
  ],
  options: [
    { name: 'stat', kind: 'flag', about: 'Only count lines for each file' },
    ...gitOptions.map(({ name, short, value, about }) =>
      defined({ name, short, value, kind: value === undefined ? 'flag' : 'text', about } as const),
    ),
    jsonOption,
  ],
  dashes: '[-- PATH...]',
  details:
    'Two checkpoints may also be given as `1..4`. With `-- PATH...`, only those files and folders. On a terminal, `diff.external`, drivers of git attributes and `pager.diff` are honoured as in `git diff`.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const paths = pathsFromTop(opened, args.after ?? []);
    const limited = paths.length === 0 || paths.includes('') ? {} : { paths };
    const comparison = await compare(opened, { ...(await sidesOf(args, opened)), ...limited });
    const { from: number, to: other, changes, unknown } = comparison;
    requireCertain({ number, changes, unknown });
    if (args.flag('json')) {
      writeJson({ args, world }, { from: number, to: other ?? null, changes: changes.map(changeJson), unknown });
      return 0;
    }
    const color = wantsColor(await withColors(world, opened, 'color.diff'), world.stdout);
    const asked = { stat: args.flag('stat'), flags: gitFlags(args), external: world.stdout.isTTY === true, color };
    await page(await renderPatch(opened, comparison, { ...asked, ...limited }), world, {
      engine: opened.engine,
      command: 'diff',
    });
    tell(world, renderUnknown(unknown));
    return 0;
  },
};

/** `diff 41 42`, `diff 41..42`, `diff 41`, `diff`. */
async function sidesOf(args: Arguments, repository: Repository) {
  const [first, second] = args.positionals;
  const range = first === undefined || second !== undefined ? undefined : parseRange(first);
  const [from, to] = range === undefined ? [first, second] : [range.from, range.to];
  return defined({
    from: from === undefined ? undefined : await loadNamed(repository, from),
    to: to === undefined ? undefined : await loadNamed(repository, to),
  });
}

function gitFlags(args: Arguments): string[] {
  const context = wholeNumber(args, 'unified');
  const flags = gitOptions.filter(({ name, value }) => value === undefined && args.flag(name));
  return [...flags.map(({ name }) => `--${name}`), ...(context === undefined ? [] : [`--unified=${context}`])];
}
