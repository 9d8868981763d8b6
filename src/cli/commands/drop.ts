import { Failure } from '../../core/failure.ts';
import { oneLine } from '../../core/strip-controls.ts';
import { type Dropped, drop } from '../../repository/keep-drop.ts';
import { type Command, jsonOption, quietOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { numbersAsked, pendingOption } from '../pending-option.ts';
import { tell } from '../tell.ts';

export const dropCommand: Command = {
  name: 'drop',
  about: 'Delete checkpoints (numbers are not reused)',
  positionals: [{ form: '[ID...]', about: 'Checkpoints' }],
  options: [
    { name: 'force', kind: 'flag', about: 'Also checkpoints that are kept' },
    pendingOption,
    { name: 'purge', kind: 'flag', about: 'Remove them at once, also from the trash' },
    quietOption,
    jsonOption,
  ],
  details:
    'A dropped checkpoint stays in the trash for `checkpoint.trashDays` days and can be brought back. A kept one is refused without `--force`.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const options = { force: args.flag('force'), purge: args.flag('purge') };
    const numbers = await numbersAsked(opened, args);
    if (numbers.length === 0 && !args.flag('pending'))
      throw new Failure('usage', 'drop: which checkpoint?', {
        hint: 'Try `git checkpoint drop latest`, or `--pending` for all that are unconfirmed.',
      });
    if (numbers.length === 0) tell(world, 'No pending checkpoints.\n');
    const dropped = numbers.length === 0 ? [] : await drop(opened, numbers, options);
    if (args.flag('json')) {
      writeJson({ args, world }, { dropped: dropped.map(({ number }) => number), checkpoints: dropped });
    } else for (const one of dropped) world.stdout.write(`${droppedText(one)}\n`);
    return 0;
  },
};

/** `Dropped checkpoint 32 "Change 7 files" (was 6f2e1d0)`: the hash finds it, whatever happens. */
function droppedText({ number, commit, summary }: Dropped): string {
  const name = summary === undefined ? '' : ` "${oneLine(summary)}"`;
  return `Dropped checkpoint ${number}${name} (was ${commit.slice(0, 7)})`;
}
