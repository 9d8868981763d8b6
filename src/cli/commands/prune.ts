import { stripControls } from '../../core/strip-controls.ts';
import { prune } from '../../repository/prune.ts';
import { type Command, jsonOption } from '../command.ts';
import { count, showBytes } from '../render/facts.ts';

export const pruneCommand: Command = {
  name: 'prune',
  about: 'Delete old automatic checkpoints',
  positionals: [],
  options: [{ name: 'dry-run', kind: 'flag', about: 'Show what would be removed and how much it frees' }, jsonOption],
  details:
    'Keeps `checkpoint.maxAuto` automatic checkpoints for each branch and removes those older than `checkpoint.cleanupAfterDays`. Safety copies are counted separately. Never removes what a person saved, kept or has not decided on, what an undo needs, nor the newest, nor anything while the clock is behind.',
  async run({ args, world, repository }) {
    const dryRun = args.flag('dry-run');
    const { remove, refused, frees } = await prune(await repository(), { dryRun });
    if (args.flag('json')) {
      world.stdout.write(`${JSON.stringify({ remove, frees, dryRun, refused: refused ?? null })}\n`);
      return 0;
    }
    if (refused === 'clock') world.stderr.write('System clock is earlier than the newest checkpoint; not pruning.\n');
    for (const { number, why, summary } of remove) {
      world.stdout.write(
        `${dryRun ? 'Would remove' : 'Removed'} ${number}  ${stripControls(summary)} (${why === 'old' ? 'too old' : 'too many'})\n`,
      );
    }
    const freed = dryRun ? `; frees up to ${showBytes(frees)}` : '';
    world.stdout.write(`${count(remove.length, 'checkpoint')} ${dryRun ? 'would be removed' : 'removed'}${freed}.\n`);
    return 0;
  },
};
