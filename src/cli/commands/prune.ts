import { count } from '../../core/count.ts';
import { showBytes } from '../../core/size.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { WhyRemoved } from '../../repository/plan-retention.ts';
import { prune } from '../../repository/prune.ts';
import { type Command, jsonOption, quietOption } from '../command.ts';
import { writeJson } from '../json-output.ts';

const reasons: Readonly<Record<WhyRemoved, string>> = {
  old: 'too old',
  hour: 'not the last of its hour',
  day: 'not the last of its day',
  many: 'too many',
  budget: 'too little room',
};

export const pruneCommand: Command = {
  name: 'prune',
  about: 'Delete old automatic checkpoints',
  positionals: [],
  options: [
    { name: 'dry-run', kind: 'flag', about: 'Show what would be removed and how much it frees' },
    quietOption,
    jsonOption,
  ],
  details:
    'Thins out automatic checkpoints: all of the last `checkpoint.keepHours` stay, then the last of each hour for a week, then of each day for `checkpoint.cleanupAfterDays`, then none. Where `checkpoint.maxAuto` is set, no more than that stay on a branch; above `checkpoint.maxStore` bytes the oldest go. The newest of each branch and session stays, and for a week the last before each commit and destructive command. It never removes what a person saved or kept, what is unconfirmed or shared, or what an undo needs; and nothing at all while the system clock is earlier than the newest checkpoint. The hooks do the same once an hour, and wait for a day where the clock went days ahead since.',
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
        `${dryRun ? 'Would remove' : 'Removed'} ${number}  ${stripControls(summary)} (${reasons[why]})\n`,
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
