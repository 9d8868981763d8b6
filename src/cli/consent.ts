import type { World } from '../core/world.ts';
import type { RestorePlan } from '../repository/restore-plan.ts';
import { ask } from './ask.ts';
import { showPath } from './render/facts.ts';
import { renderPlan, summaryOf } from './render/restore-plan.ts';

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
  const terminal = world.stdin.isTTY === true && world.stderr.isTTY === true;
  if (plan.configuration.length > 0 && !said.trust) {
    if (!(await trusts(plan, { terminal, world }))) return false;
    if (!isWeighty(plan)) return true;
  }
  if (said.yes || said.meant) return true;
  if (!terminal) {
    world.stdout.write(renderPlan(plan, world));
    world.stderr.write('Nothing was changed. Give --yes to do it.\n');
    return false;
  }
  if (!isWeighty(plan)) return true;
  world.stdout.write(renderPlan(plan, world));
  return (await ask('Go on? (y)es, (n)o ', ['y', 'n'], world)) === 'y';
}

function isWeighty({ steps }: RestorePlan): boolean {
  return steps.length > LARGE || steps.some(({ to }) => to === undefined);
}

async function trusts(plan: RestorePlan, on: { readonly terminal: boolean; readonly world: World }): Promise<boolean> {
  const { author } = plan.checkpoint;
  const { stderr } = on.world;
  stderr.write(
    `Checkpoint ${plan.checkpoint.number} is by ${author.name} <${author.email}>. It would write files that agents, editors, builds or git obey:\n`,
  );
  for (const path of plan.configuration) stderr.write(`  ${showPath(path)}\n`);
  if (on.terminal) return (await ask('Write them? (y)es, (n)o ', ['y', 'n'], on.world)) === 'y';
  stderr.write(`${summaryOf(plan)} Nothing was changed. If you have read these files, give --trust.\n`);
  return false;
}
