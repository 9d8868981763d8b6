import { stripControls } from '../core/strip-controls.ts';
import type { World } from '../core/world.ts';
import type { Repository } from '../open/repository.ts';
import { renderPatch } from '../repository/compare.ts';
import type { RestorePlan } from '../restore/plan.ts';
import type { RestoreRequest } from '../restore/request.ts';
import { ask } from './ask.ts';
import { page } from './pager.ts';
import { pickFiles } from './pick-files.ts';
import { showPath } from './render/facts.ts';
import { renderPlan } from './render/restore-plan.ts';
import { wantsColor } from './render/style.ts';
import { screenWidth } from './render/table.ts';
import { wrap } from './render/wrap.ts';

export interface Said {
  readonly yes: boolean;
  /** Configuration from somebody else's checkpoint may be written. */
  readonly trust: boolean;
  /** The command itself is consent enough, unless files of strangers come. */
  readonly meant: boolean;
}

/** Plans the same restore with a merge or for some paths. */
export type Replan = (change: Pick<RestoreRequest, 'merge' | 'paths'>) => Promise<RestorePlan>;

interface Asking {
  readonly repository: Repository;
  readonly world: World;
  readonly said: Said;
  /** Absent where the plan can only be taken or left. */
  readonly replan?: Replan;
}

/**
 * The plan that may be carried out; undefined when the answer was no. The plan is shown, and a terminal is asked when content would be
 * replaced or deleted that no commit has. Without a terminal to ask on, nothing is done that was not said.
 */
export async function settlePlan(plan: RestorePlan, asking: Asking): Promise<RestorePlan | undefined> {
  const { world, said } = asking;
  if (plan.steps.length === 0) return plan;
  if (plan.configuration.length > 0 && !said.trust && !(await trusts(plan, world))) return undefined;
  const agreed = said.yes || said.meant;
  if (isTerminal(world)) {
    const settled = agreed || !losesWork(plan);
    if (!settled || !world.quiet) world.stderr.write(renderPlan(plan, world));
    return settled ? plan : askAbout(plan, asking);
  }
  if (agreed) return plan;
  world.stdout.write(renderPlan(plan, world));
  world.stderr.write('Not a terminal, nothing changed. Re-run with --yes to apply.\n');
  return undefined;
}

function losesWork({ steps }: RestorePlan): boolean {
  return steps.some(({ loses }) => loses !== undefined);
}

const verbs = { restore: 'Restore', undo: 'Undo', redo: 'Redo' } as const;

async function askAbout(plan: RestorePlan, asking: Asking): Promise<RestorePlan | undefined> {
  const { world, repository, replan } = asking;
  for (;;) {
    const answer = await askFor(plan, asking);
    if (answer === 'y') return plan;
    if (answer === 'n') {
      world.stderr.write('Nothing was changed.\n');
      return undefined;
    }
    if (answer === 'd') await page(await patchOf(plan, asking), world, repository);
    const change = await changeFor(answer, plan, asking);
    if (change !== undefined && replan !== undefined) return settleAgain(await replan(change), asking);
  }
}

function askFor(plan: RestorePlan, { world, replan }: Asking): Promise<'y' | 'd' | 'm' | 'p' | 'n'> {
  const question = (more: string) =>
    `${wrap(`${verbs[plan.kind]}? [y]es / [N]o / [d]iff${more}`, screenWidth(world)).join('\n')} `;
  if (replan === undefined) return ask(question(''), ['y', 'd', 'n'], world);
  return ask(question(' / [m]erge / [p]ick files'), ['y', 'd', 'm', 'p', 'n'], world);
}

async function changeFor(answer: string, plan: RestorePlan, asking: Asking) {
  if (answer === 'm') return { merge: true };
  return answer === 'p' ? pickFiles(plan.steps, asking) : undefined;
}

/** Another plan came of the answer: it is shown, and asked about in its turn. */
async function settleAgain(plan: RestorePlan, asking: Asking): Promise<RestorePlan | undefined> {
  const { replan: _, ...rest } = asking;
  if (plan.steps.length === 0 || plan.refusals.length > 0) return plan;
  asking.world.stderr.write(renderPlan(plan, asking.world));
  return askAbout(plan, rest);
}

function patchOf({ now, tree, steps, parts }: RestorePlan, { repository, world }: Asking): Promise<Uint8Array> {
  const paths = steps.map(({ path }) => path);
  const nested = parts.slice(1).map((part) => ({
    path: part.path,
    trees: { from: part.now.tree, to: part.tree },
    changes: part.steps.map((step) => ({ status: 'modified' as const, path: `${part.path}/${step.path}` })),
  }));
  const comparison = { trees: { from: now.tree, to: tree }, nested };
  return renderPatch(repository, comparison, { paths, color: wantsColor(world, world.stdout) });
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
