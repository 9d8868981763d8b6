import { type CheckpointJson, checkpointJson } from '../../core/checkpoint-json.ts';
import { numberNamed } from '../../open/repository.ts';
import { keep } from '../../repository/keep-drop.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';

export const keepCommand: Command = {
  name: 'keep',
  about: 'Pin a checkpoint so prune never removes it',
  positionals: [{ form: '[ID...]', about: 'Checkpoints (default: latest)' }],
  options: [jsonOption],
  async run({ args, world, repository }) {
    const names = args.positionals.length === 0 ? ['latest'] : args.positionals;
    const opened = await repository();
    const kept: CheckpointJson[] = [];
    for (const name of names) {
      const checkpoint = await keep(opened, await numberNamed(opened, name));
      kept.push(checkpointJson(checkpoint));
      if (!args.flag('json')) world.stdout.write(`Pinned checkpoint ${checkpoint.number} (prune will not remove it)\n`);
    }
    if (args.flag('json')) writeJson({ args, world }, kept);
    return 0;
  },
};
