import { listOperations } from '../../repository/operations.ts';
import { withColors } from '../colors.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { wholeNumber } from '../option-values.ts';
import { page } from '../pager.ts';
import { renderOperations } from '../render/operations.ts';

export const logCommand: Command = {
  name: 'log',
  about: 'Show what was saved, dropped, restored, undone and so on',
  positionals: [],
  options: [{ name: 'limit', short: 'n', kind: 'text', value: 'N', about: 'At most this many' }, jsonOption],
  details:
    'Lists the operations on checkpoints and working trees of this clone, newest first: save, keep, drop, prune, redact, annotate, restore, undo and sync. `git checkpoint undo N` undoes operation N. A redact and a sync cannot be undone. The newest 128 to 256 KB of the log are kept.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const operations = listOperations(opened, wholeNumber(args, 'limit'));
    if (args.flag('json')) writeJson({ args, world }, operations);
    else if (operations.length === 0) world.stderr.write('No operations yet.\n');
    else
      await page(
        renderOperations(operations, await withColors(world, opened), opened.engine.place.root),
        world,
        opened,
      );
    return 0;
  },
};
