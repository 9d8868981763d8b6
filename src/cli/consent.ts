import { stripControls } from '../core/strip-controls.ts';
import type { World } from '../core/world.ts';
import type { RestorePlan } from '../restore/plan.ts';
import { ask } from './ask.ts';
import { showPath } from './render/facts.ts';
import { renderPlan } from './render/restore-plan.ts';

export interface Said {
  readonly yes: boolean;
  /** Configuration from somebody else's checkpoint may be written. */
  readonly trust: boolean;
  /** The command itself is consent enough, unless files of strangers come. */
  readonly meant: boolean;
}

const LARGE = 50;

/** Whether the plan may be carried out; asks where it has to. Without a terminal to ask on, the plan is shown and the answer is no. */
export async function consents(plan: RestorePlan, said: Said, world: World): Promise<boolean> {
  if (plan.steps.length === 0) return true;
  if (plan.configuration.length > 0 && !said.trust) {
    if (!(await trusts(plan, world))) return false;
    if (!isWeighty(plan)) return true;
  }
  if (said.yes || said.meant) return true;
  if (!isTerminal(world)) {
    world.stdout.write(renderPlan(plan, world));
    world.stderr.write('Not a terminal, nothing changed. Re-run with --yes to apply.\n');
    return false;
  }
  if (!isWeighty(plan)) return true;
  world.stdout.write(renderPlan(plan, world));
  return (await ask('Restore? [y/N] ', ['y', 'n'], world)) === 'y';
}

function isWeighty({ steps }: RestorePlan): boolean {
  return steps.length > LARGE || steps.some(({ to }) => to === undefined);
}

/** Shows which files of somebody else's checkpoint others obey, and asks. */
export async function trusts(
  { checkpoint, configuration }: Pick<RestorePlan, 'checkpoint' | 'configuration'>,
  world: World,
): Promise<boolean> {
  const { author, number } = checkpoint;
  world.stderr.write(
    stripControls(
      `Checkpoint ${number} is by ${author.name} <${author.email}>. It contains files that can run code (agent, editor, build or git config):\n`,
    ),
  );
  for (const path of configuration) world.stderr.write(`  ${showPath(path)}\n`);
  if (isTerminal(world)) return (await ask('Trust these files? [y/N] ', ['y', 'n'], world)) === 'y';
  world.stderr.write('Nothing was changed. If you have read these files, give --trust.\n');
  return false;
}

function isTerminal(world: World): boolean {
  return world.stdin.isTTY === true && world.stderr.isTTY === true;
}
