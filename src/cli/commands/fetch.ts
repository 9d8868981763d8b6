import { Failure } from '../../core/failure.ts';
import { type CheckpointNumber, parseSelector } from '../../core/number.ts';
import { fetch, listOffers } from '../../repository/fetch.ts';
import type { Command } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { renderOffers } from '../render/offers.ts';
import { printShared, readShareOptions, shareOptions } from './share-options.ts';

export const fetchCommand: Command = {
  name: 'fetch',
  about: 'Download shared checkpoints',
  positionals: [
    { form: '[REMOTE]', about: 'Remote (needed the first time)' },
    { form: '[ID...]', about: 'Numbers (default: all)' },
  ],
  options: [
    { name: 'list', kind: 'flag', about: 'Only list what the remote has; no file is downloaded' },
    ...shareOptions,
  ],
  async run({ args, world, repository }) {
    const opened = await repository();
    const { names, ...options } = await readShareOptions(args, world, opened);
    if (args.flag('list')) {
      const offers = await listOffers(opened, options);
      if (args.flag('json')) writeJson({ args, world }, offers);
      else if (offers.length === 0) world.stderr.write('The remote has no checkpoints.\n');
      else world.stdout.write(renderOffers(offers, world));
      return 0;
    }
    const outcome = await fetch(opened, { ...options, numbers: names.map(sharedNumber) });
    return printShared(outcome, args, world);
  },
};

/** What others shared is not here yet: only its number can name it. */
function sharedNumber(name: string): CheckpointNumber {
  const selector = parseSelector(name);
  if (selector.kind === 'number') return selector.number;
  throw new Failure('usage', `fetch needs checkpoint numbers (got '${name}')`);
}
