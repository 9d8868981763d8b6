import { age } from '../../core/age.ts';
import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import type { Effect } from '../../core/operation.ts';
import type { World } from '../../core/world.ts';
import type { LoggedOperation } from '../../repository/operations.ts';
import { planUndoing, undoOnCheckpoints } from '../../repository/undo.ts';
import { recoverRestore } from '../../restore/recover.ts';
import { withColors } from '../colors.ts';
import type { Arguments, Command } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { checkpointsText, operationName } from '../render/operation-text.ts';
import { renderRecovery } from '../render/restored.ts';
import { paragraph } from '../render/wrap.ts';
import { tell } from '../tell.ts';
import { applyOptions, carryOutAsked, showPlan } from './restore.ts';

export const undoCommand: Command = {
  name: 'undo',
  about: 'Undo the last operation, or N of the log; run again to redo',
  positionals: [{ form: '[N]', about: 'Operation, as `git checkpoint log` numbers it (default: the last one)' }],
  options: applyOptions,
  details:
    'Says which operation it undoes. A restore is taken back: the files that it changed become what they were, other files stay, and if one of these files was edited since, undo asks as a restore does. Dropped and pruned checkpoints are brought back from the trash; marks and words become what they were. Without N it undoes the last operation that took something away or changed it; a save is undone only by its number, and goes to the trash. To undo an undo is to redo. An interrupted restore is taken back instead of finished.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const number = readNumber(args);
    const recovery = number === undefined ? await recoverRestore(opened, 'take-back') : undefined;
    if (recovery !== undefined) {
      if (args.flag('json')) writeJson({ args, world }, { recovered: recovery });
      else world.stdout.write(renderRecovery(recovery, world));
      return recovery.differences.length === 0 ? 0 : 1;
    }
    const request = { force: args.flag('force'), forcePaths: args.texts('force-path') };
    const undoing = await planUndoing(opened, defined({ ...request, operation: number }));
    const { operation } = undoing;
    if (operation !== undefined)
      tell(world, paragraph(`Undoing ${operationName(operation)} (${ageOf(operation, world)})`, world));
    if (undoing.kind === 'restore') {
      if (args.flag('dry-run')) return showPlan(undoing.plan, args, await withColors(world, opened));
      return carryOutAsked(opened, undoing.plan, { args, meant: undoing.plan.untouched });
    }
    if (!args.flag('dry-run')) await undoOnCheckpoints(opened, undoing.operation);
    tellUndone(undoing.operation, { args, world });
    return 0;
  },
};

function readNumber({ positionals }: Arguments): number | undefined {
  const [text] = positionals;
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Failure('usage', `no operation '${text}'`, { hint: 'Run `git checkpoint log` to see their numbers.' });
}

function ageOf({ time }: LoggedOperation, world: World): string {
  return age(new Date(time), world.now());
}

/** What undoing an effect on checkpoints did to them. */
function doneBy(effect: Effect): string {
  if (effect.kind === 'marked') return effect.before[0]?.kept ? 'Kept' : 'No longer kept:';
  return { added: 'Dropped', removed: 'Brought back', reworded: 'Put back the words of', restored: 'Restored' }[
    effect.kind
  ];
}

function tellUndone(
  operation: LoggedOperation,
  { args, world }: { readonly args: Arguments; readonly world: World },
): void {
  const { effect, checkpoints } = operation;
  const undone = !args.flag('dry-run');
  if (args.flag('json')) writeJson({ args, world }, { undone, operation });
  if (args.flag('json') || !undone || effect === undefined) return;
  world.stdout.write(paragraph(`${doneBy(effect)} ${checkpointsText(checkpoints)}`, world));
  tell(world, 'Run `git checkpoint undo` again to redo.\n');
}
