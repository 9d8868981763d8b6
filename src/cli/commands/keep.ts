import { numberNamed } from '../../open/repository.ts';
import { keep } from '../../repository/keep-drop.ts';
import { type Command, jsonOption } from '../command.ts';
import { checkpointJson } from '../render/checkpoint-json.ts';

export const keepCommand: Command = {
  name: 'keep',
  about: 'Pin a checkpoint so prune never removes it',
  positionals: [{ form: '[ID...]', about: 'Checkpoints (default: latest)' }],
  options: [jsonOption],
  async run({ args, world, repository }) {
    const names = args.positionals.length === 0 ? ['latest'] : args.positionals;
    const opened = await repository();
    for (const name of names) {
      const checkpoint = await keep(opened, await numberNamed(opened, name));
      if (args.flag('json')) world.stdout.write(`${JSON.stringify(checkpointJson(checkpoint))}\n`);
      else world.stdout.write(`Pinned checkpoint ${checkpoint.number} (prune will not remove it)\n`);
    }
    return 0;
  },
};
