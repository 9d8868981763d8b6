import { planUndo } from '../../restore/plan-undo.ts';
import { recoverRestore } from '../../restore/recover.ts';
import { withColors } from '../colors.ts';
import type { Command } from '../command.ts';
import { renderRecovery } from '../render/restored.ts';
import { applyOptions, carryOutAsked, showPlan } from './restore.ts';

export const undoCommand: Command = {
  name: 'undo',
  about: 'Undo the last restore; run again to redo',
  positionals: [],
  options: applyOptions,
  details:
    'The files that the restore changed become what they were; other files stay. An interrupted restore is taken back instead of finished. If one of these files was edited since, undo asks as a restore does.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const recovery = await recoverRestore(opened, 'take-back');
    if (recovery !== undefined) {
      world.stdout.write(args.flag('json') ? `${JSON.stringify({ recovered: recovery })}\n` : renderRecovery(recovery));
      return recovery.differences.length === 0 ? 0 : 1;
    }
    const plan = await planUndo(opened, { force: args.flag('force'), forcePaths: args.texts('force-path') });
    if (args.flag('dry-run')) return showPlan(plan, args, await withColors(world, opened));
    return carryOutAsked(opened, plan, { args, meant: plan.untouched });
  },
};
