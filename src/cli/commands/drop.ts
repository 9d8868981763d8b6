import { numbersNamed } from '../../open/repository.ts';
import { drop } from '../../repository/keep-drop.ts';
import { type Command, jsonOption } from '../command.ts';

export const dropCommand: Command = {
  name: 'drop',
  about: 'Delete checkpoints (numbers are not reused)',
  positionals: [
    { form: 'ID', about: 'Checkpoint' },
    { form: '[ID...]', about: 'More checkpoints' },
  ],
  options: [jsonOption],
  async run({ args, world, repository }) {
    const opened = await repository();
    const numbers = await drop(opened, await numbersNamed(opened, args.positionals));
    if (args.flag('json')) world.stdout.write(`${JSON.stringify({ dropped: numbers })}\n`);
    else for (const number of numbers) world.stdout.write(`Dropped checkpoint ${number}\n`);
    return 0;
  },
};
