import { type CheckpointJson, checkpointJson } from '../../core/checkpoint-json.ts';
import { numberNamed } from '../../open/repository.ts';
import { keep } from '../../repository/keep-drop.ts';
import { type Command, jsonOption, quietOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { numbersAsked, pendingOption } from '../pending-option.ts';
import { tell } from '../tell.ts';

export const keepCommand: Command = {
  name: 'keep',
  about: 'Keep a checkpoint: prune never removes it',
  positionals: [{ form: '[ID...]', about: 'Checkpoints (default: latest)' }],
  options: [pendingOption, quietOption, jsonOption],
  async run({ args, world, repository }) {
    const opened = await repository();
    const isBare = args.positionals.length === 0 && !args.flag('pending');
    const numbers = isBare ? [await numberNamed(opened, 'latest')] : await numbersAsked(opened, args);
    if (numbers.length === 0) tell(world, 'No pending checkpoints.\n');
    const kept: CheckpointJson[] = [];
    for (const number of numbers) {
      const checkpoint = await keep(opened, number);
      kept.push(checkpointJson(checkpoint));
      if (!args.flag('json')) world.stdout.write(`Kept checkpoint ${checkpoint.number} (prune will not remove it)\n`);
    }
    if (args.flag('json')) writeJson({ args, world }, kept);
    return 0;
  },
};
