import { checkpointJson } from '../../core/checkpoint-json.ts';
import { defined } from '../../core/defined.ts';
import { type Trigger, triggers } from '../../core/note.ts';
import { list } from '../../repository/list.ts';
import { withColors } from '../colors.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { wholeNumber } from '../option-values.ts';
import { renderList } from '../render/list.ts';

export const listCommand: Command = {
  name: 'list',
  about: 'List checkpoints, newest first',
  positionals: [],
  options: [
    { name: 'limit', short: 'n', kind: 'text', value: 'N', about: 'At most this many' },
    { name: 'branch', kind: 'text', value: 'BRANCH', about: 'Only this branch' },
    { name: 'trigger', kind: 'text', value: 'TRIGGER', choices: triggers, about: 'Only this reason' },
    { name: 'session', kind: 'text', value: 'ID', about: 'Only this session' },
    { name: 'pending', kind: 'flag', about: 'Only unconfirmed checkpoints' },
    jsonOption,
  ],
  async run({ args, world, repository }) {
    const limit = wholeNumber(args, 'limit');
    const branch = args.text('branch');
    const session = args.text('session');
    const trigger = args.text('trigger') as Trigger | undefined;
    const opened = await repository();
    const entries = await list(
      opened,
      defined({ limit, branch, session, trigger, pending: args.flag('pending'), briefly: !args.flag('json') }),
    );
    if (args.flag('json')) writeJson({ args, world }, entries.map(checkpointJson));
    else if (entries.length > 0) world.stdout.write(renderList(entries, await withColors(world, opened)));
    else if ((await list(opened, { limit: 1, briefly: true })).length > 0)
      world.stderr.write('No checkpoints match.\n');
    else world.stderr.write('No checkpoints yet. Make one with `git checkpoint save`.\n');
    return 0;
  },
};
