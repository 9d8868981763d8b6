import { count } from '../../core/count.ts';
import { showBytes } from '../../core/size.ts';
import { stripControls } from '../../core/strip-controls.ts';
import { prune } from '../../repository/prune.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';

export const pruneCommand: Command = {
  name: 'prune',
  about: 'Delete old automatic checkpoints',
  positionals: [],
  options: [{ name: 'dry-run', kind: 'flag', about: 'Show what would be removed and how much it frees' }, jsonOption],
  details:
    'Keeps `checkpoint.maxAuto` automatic checkpoints for each branch and removes those older than `checkpoint.cleanupAfterDays`. Safety copies are counted separately. It never removes what a person saved or pinned, what is unconfirmed, what an undo needs, or the newest; and nothing at all while the system clock is earlier than the newest checkpoint.',
  async run({ args, world, repository }) {
    const dryRun = args.flag('dry-run');
    const { remove, refused, frees } = await prune(await repository(), { dryRun });
    if (args.flag('json')) {
      writeJson({ args, world }, { remove, frees, dry_run: dryRun, refused: refused ?? null });
      return 0;
    }
    if (refused === 'clock') world.stderr.write('System clock is earlier than the newest checkpoint; not pruning.\n');
    for (const { number, why, summary } of remove) {
      world.stdout.write(
        `${dryRun ? 'Would remove' : 'Removed'} ${number}  ${stripControls(summary)} (${why === 'old' ? 'too old' : 'too many'})\n`,
      );
    }
    if (remove.length === 0) {
      if (refused === undefined) world.stdout.write('Nothing to prune.\n');
      return 0;
    }
    const freed = dryRun ? `; frees up to ${showBytes(frees)}` : '';
    world.stdout.write(`${count(remove.length, 'checkpoint')} ${dryRun ? 'would be removed' : 'removed'}${freed}.\n`);
    return 0;
  },
};
