import { Failure } from '../../core/failure.ts';
import { numbersNamed } from '../../open/repository.ts';
import { sync } from '../../repository/sync.ts';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { leavingOptions, printShared, readShareOptions, shareOptions } from './share-options.ts';

export const syncCommand: Command = {
  name: 'sync',
  about: 'Upload and download shared checkpoints',
  positionals: [{ form: '[REMOTE]', about: 'Remote (needed the first time)' }],
  options: [
    { name: 'accept-drops', kind: 'flag', about: 'Drop here what others dropped, even if it was made here or is kept' },
    ...leavingOptions,
    ...shareOptions,
  ],
  async run({ args, world, repository }) {
    const opened = await repository();
    const { names, ...options } = await readShareOptions(args, world, opened);
    const [chosen] = names;
    if (chosen !== undefined) {
      throw new Failure('usage', `sync shares every checkpoint, not just '${chosen}'`, {
        hint: `\`git checkpoint push ${chosen}\` sends one, \`git checkpoint fetch ${chosen}\` takes one over.`,
      });
    }
    const allowSecrets = await numbersNamed(opened, args.texts('allow-secret'));
    const acceptDrops = args.flag('accept-drops');
    const outcome = await sync(opened, { ...options, allowSecrets, acceptDrops });
    const status = printShared(outcome, args, world);
    if (options.unattended || outcome.dryRun || outcome.retained.length === 0) return status;
    const answer = await ask('Drop them here, too? [y/N] ', ['y', 'n'], world);
    if (answer !== 'y') return status;
    return printShared(await sync(opened, { ...options, allowSecrets, acceptDrops: true }), args, world);
  },
};
