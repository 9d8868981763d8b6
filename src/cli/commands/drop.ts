import { numbersNamed } from '../../open/repository.ts';
import { drop } from '../../repository/keep-drop.ts';
import { type Command, jsonOption } from '../command.ts';

export const dropCommand: Command = {
  name: 'drop',
  about: 'Remove checkpoints for good; their numbers are not used again',
  positionals: [
    { form: 'ID', about: 'Which one' },
    { form: '[ID...]', about: 'More of them' },
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
