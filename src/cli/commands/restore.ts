import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import { loadNamed, type Repository } from '../../open/repository.ts';
import { applyRestore } from '../../repository/restore.ts';
import { planRestore, type RestorePlan } from '../../restore/plan.ts';
import type { RestoreRequest } from '../../restore/request.ts';
import { withColors } from '../colors.ts';
import { type Arguments, type Command, jsonOption, type Option, quietOption } from '../command.ts';
import { type Replan, type Said, settlePlan } from '../consent.ts';
import { pickFor } from '../picker/pick-for.ts';
import { renderContinueLine } from '../render/continue-session.ts';
import { planJson, renderPlan } from '../render/restore-plan.ts';
import { renderAfterwards, renderRestored, restoredJson } from '../render/restored.ts';
import { restoreInto } from '../restore-into.ts';

/** Options of every command that changes the working tree. */
export const applyOptions: readonly Option[] = [
  { name: 'dry-run', short: 'n', kind: 'flag', about: 'Show what would be done, change nothing' },
  { name: 'yes', short: 'y', kind: 'flag', about: 'Do not prompt' },
  { name: 'force', kind: 'flag', about: 'Proceed during a merge, rebase, cherry-pick or bisect' },
  {
    name: 'force-path',
    kind: 'texts',
    value: 'PATH',
    completes: 'path',
    about: 'Overwrite PATH even though it cannot be backed up',
  },
  { name: 'trust', kind: 'flag', about: "Allow agent and build config files from someone else's checkpoint" },
  quietOption,
  jsonOption,
];

export const restoreCommand: Command = {
  name: 'restore',
  about: 'Put the working tree back to a checkpoint (saves it first)',
  positionals: [{ form: '[ID]', about: 'Checkpoint: 42, latest, latest~2, a uid (default: choose on the terminal)' }],
  options: [
    ...applyOptions,
    { name: 'merge', kind: 'flag', about: 'Three-way merge instead of overwriting later edits' },
    { name: 'staged', kind: 'flag', about: 'Put the index back too, when the checkpoint has one' },
    {
      name: 'into',
      kind: 'text',
      value: 'DIR',
      completes: 'path',
      about: 'Make a linked worktree there instead of touching this one',
    },
    {
      name: 'branch',
      kind: 'text',
      value: 'NAME',
      about: 'Make a branch at the commit it was made on, in a new worktree',
    },
    { name: 'plain', kind: 'flag', about: 'With --into: only the files, no worktree' },
  ],
  dashes: '[-- PATH...]',
  details:
    'Without ID, a terminal shows the checkpoints to choose from: arrow keys or `j` and `k` move, `/` filters, Enter restores, `d` and `s` show the difference and the checkpoint, `q` quits. With `-- PATH...`, only those files and folders. Ignored files, HEAD, branches and the stash are never touched; without --staged the index neither. Without a terminal and without --yes it shows the plan and exits 1.',
  async run(call) {
    const name = call.args.positionals[0] ?? (await pickFor(call, restoreCommand));
    // Who leaves the list without a choice wants nothing to happen.
    if (name === undefined) return 1;
    const { world } = call;
    const args = { ...call.args, positionals: [name] };
    const opened = await call.repository();
    if (args.text('into') !== undefined || args.text('branch') !== undefined) return restoreInto(opened, args);
    if (args.flag('plain')) throw new Failure('usage', '--plain needs --into DIR');
    const request = await readRequest(opened, args);
    const plan = await planRestore(opened, request);
    if (args.flag('dry-run')) return showPlan(plan, args, await withColors(world, opened));
    const replan: Replan = (change) => planRestore(opened, { ...request, ...change });
    return carryOutAsked(opened, plan, { args, meant: false, replan });
  },
};

async function readRequest(opened: Repository, args: Arguments): Promise<RestoreRequest> {
  const { after, positionals } = args;
  return defined({
    checkpoint: await loadNamed(opened, positionals[0] ?? 'latest'),
    paths: after?.length ? after : undefined,
    merge: args.flag('merge'),
    staged: args.flag('staged'),
    force: args.flag('force'),
    forcePaths: args.texts('force-path'),
  });
}

export function showPlan(plan: RestorePlan, args: Arguments, world: World): number {
  world.stdout.write(args.flag('json') ? `${JSON.stringify(planJson(plan))}\n` : renderPlan(plan, world));
  return plan.refusals.length === 0 ? 0 : 1;
}

/** Asks where it must, carries out, tells. Exit 1 when the answer was no, or the result is not clean. */
export async function carryOutAsked(
  repository: Repository,
  planned: RestorePlan,
  call: { readonly args: Arguments; readonly meant: boolean; readonly replan?: Replan },
): Promise<number> {
  const { args, meant, replan } = call;
  const world = await withColors(repository.world, repository);
  const json = args.flag('json');
  const said: Said = { yes: args.flag('yes'), trust: args.flag('trust'), meant };
  const asking = { repository, said, world: json ? quiet(world) : world, ...(replan && { replan }) };
  const plan = planned.refusals.length > 0 ? planned : await settlePlan(planned, asking);
  if (plan === undefined) {
    if (json) world.stdout.write(`${JSON.stringify({ restored: false, plan: planJson(planned) })}\n`);
    return 1;
  }
  const outcome = await applyRestore(repository, plan);
  world.stdout.write(json ? `${JSON.stringify(restoredJson(outcome))}\n` : renderRestored(outcome, world));
  if (!json) {
    world.stderr.write(renderAfterwards(outcome, world));
    world.stdout.write(renderContinueLine(outcome.plan.sessions?.after, world));
  }
  return outcome.differences.length === 0 && plan.conflicts.length === 0 ? 0 : 1;
}

/** With --json, stdout belongs to the program that reads it. */
export function quiet(world: World): World {
  return { ...world, stdout: { write: () => true }, stdin: world.stdin, stderr: world.stderr };
}
