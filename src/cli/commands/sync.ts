import { Failure } from '../../core/failure.ts';
import { numbersNamed } from '../../open/repository.ts';
import { sync } from '../../repository/sync.ts';
import type { Command } from '../command.ts';
import { leavingOptions, printShared, readShareOptions, shareOptions } from './share-options.ts';

export const syncCommand: Command = {
  name: 'sync',
  about: 'Upload and download shared checkpoints',
  positionals: [{ form: '[REMOTE]', about: 'Remote (needed the first time)' }],
  options: [...leavingOptions, ...shareOptions],
  async run({ args, world, repository }) {
    const opened = await repository();
    const { names, ...options } = await readShareOptions(args, world, opened);
    const [chosen] = names;
    if (chosen !== undefined) {
      throw new Failure('usage', `sync shares every checkpoint, not just '${chosen}'`, {
        hint: `\`git checkpoint push ${chosen}\` sends one, \`git checkpoint fetch ${chosen}\` takes one over.`,
      });
    }
    const outcome = await sync(opened, {
      ...options,
      allowSecrets: await numbersNamed(opened, args.texts('allow-secret')),
    });
    return printShared(outcome, args, world);
  },
};
