import { count } from '../../core/count.ts';
import { showBytes } from '../../core/size.ts';
import { type Usage, usage } from '../../repository/usage.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { paragraph } from '../render/wrap.ts';

export const usageCommand: Command = {
  name: 'usage',
  about: 'Show how much disk space the checkpoints use',
  inBare: true,
  positionals: [],
  options: [jsonOption],
  details:
    'Counts the bytes on the disk that only the checkpoints hold: what a branch, a tag, a remote branch or the stash holds as well costs nothing more. Above `checkpoint.maxStore` the oldest automatic checkpoints go to the trash.',
  async run({ args, world, repository }) {
    const used = await usage(await repository());
    if (args.flag('json')) writeJson({ args, world }, used);
    else world.stdout.write(paragraph(render(used), world));
    return 0;
  },
};

function render({ checkpoints, trashed, bytes, looseObjects, repository, budget, prunable }: Usage): string {
  const total = bytes.files + bytes.conversations + bytes.notes + bytes.trash;
  const inside = bytes.nested === 0 ? [] : [`In nested repositories they hold another ${showBytes(bytes.nested)}.`];
  const rows = [
    [count(checkpoints, 'checkpoint'), bytes.files],
    ['conversations', bytes.conversations],
    ['notes', bytes.notes],
    [`trash (${count(trashed, 'checkpoint')})`, bytes.trash],
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  const freed = `${count(prunable.checkpoints, 'checkpoint')}, ${showBytes(prunable.bytes)}`;
  return [
    `Checkpoints use ${showBytes(total)} of the ${showBytes(repository)} in this repository's object store.`,
    ...rows.map(([name, size]) => `  ${name.padEnd(width)}  ${showBytes(size).padStart(9)}`),
    ...inside,
    `Limit: ${showBytes(budget)} for checkpoints and conversations (checkpoint.max_store).`,
    `The repository has ${count(looseObjects, 'loose object')}.`,
    prunable.checkpoints === 0 ? 'Nothing to prune.' : `Prunable: ${freed} (\`git checkpoint prune --dry-run\`).`,
  ].join('\n');
}
