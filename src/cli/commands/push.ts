import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { numbersNamed } from '../../open/repository.ts';
import { push } from '../../repository/push.ts';
import type { Command } from '../command.ts';
import { leavingOptions, printShared, readShareOptions, shareOptions } from './share-options.ts';

export const pushCommand: Command = {
  name: 'push',
  about: 'Upload checkpoints to the remote',
  positionals: [
    { form: '[REMOTE]', about: 'Remote (needed the first time)' },
    { form: '[ID...]', about: 'Checkpoints (default: all that were not shared yet)' },
  ],
  options: [
    { name: 'branch', kind: 'text', value: 'BRANCH', completes: 'branch', about: 'Only this branch' },
    {
      name: 'since',
      kind: 'text',
      value: 'TIME',
      about: 'Only those made since: 2026-01-31, 2026-01-31T10:00Z, 12h, 3d, 2w',
    },
    ...leavingOptions,
    ...shareOptions,
  ],
  details:
    'Pushes to the one remote that you chose, and nowhere else. It searches what is new there for secrets first; if it finds one, it refuses to push and names checkpoint, file and line.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const since = args.text('since');
    const { names, ...options } = await readShareOptions(args, world, opened);
    const outcome = await push(
      opened,
      defined({
        ...options,
        numbers: await numbersNamed(opened, names),
        branch: args.text('branch'),
        since: since === undefined ? undefined : parseSince(since, world.now()),
        allowSecrets: await numbersNamed(opened, args.texts('allow-secret')),
      }),
    );
    return printShared(outcome, args, world);
  },
};

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function parseSince(text: string, now: Date): Date {
  const [, amount, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const time = amount === undefined ? Date.parse(text) : now.getTime() - Number(amount) * (UNITS[unit] ?? 0);
  if (Number.isNaN(time)) throw new Failure('usage', `--since: '${text}' is not a time such as 2026-01-31, 12h or 3d`);
  return new Date(time);
}
