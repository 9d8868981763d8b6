import { numberNamed } from '../../open/repository.ts';
import { keep } from '../../repository/keep-drop.ts';
import { type Command, jsonOption } from '../command.ts';
import { checkpointJson } from '../render/checkpoint-json.ts';

export const keepCommand: Command = {
  name: 'keep',
  about: 'Confirm a pending checkpoint, and keep it from being pruned',
  positionals: [{ form: '[ID...]', about: 'Which ones; the latest when left out' }],
  options: [jsonOption],
  async run({ args, world, repository }) {
    const names = args.positionals.length === 0 ? ['latest'] : args.positionals;
    const opened = await repository();
    for (const name of names) {
      const checkpoint = await keep(opened, await numberNamed(opened, name));
      if (args.flag('json')) world.stdout.write(`${JSON.stringify(checkpointJson(checkpoint))}\n`);
      else world.stdout.write(`Kept checkpoint ${checkpoint.number}\n`);
    }
    return 0;
  },
};
