import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import { loadNamed, type Repository } from '../../open/repository.ts';
import { continueCommand } from '../../repository/native-session.ts';
import { applyRewind, planRewind, type RewindOutcome, type RewindPlan } from '../../repository/rewind.ts';
import { withColors } from '../colors.ts';
import type { Arguments, Command, Option } from '../command.ts';
import { settlePlan } from '../consent.ts';
import { renderContinueLine } from '../render/continue-session.ts';
import { renderAfterwards, renderRestored } from '../render/restored.ts';
import { renderCompacted, renderNoSession, renderRewindPlan, rewindPlanJson, rewoundJson } from '../render/rewound.ts';
import { startClient } from '../start-client.ts';
import { applyOptions, quiet } from './restore.ts';

export const startOption: Option = { name: 'start', kind: 'flag', about: 'Start the agent on this terminal' };

export const compactOption: Option = {
  name: 'compact',
  kind: 'flag',
  about: 'Begin with a summary, for a model with a smaller window',
};

export const rewindCommand: Command = {
  name: 'rewind',
  about: 'Go back to a checkpoint with files and conversation',
  positionals: [{ form: 'ID', about: 'Checkpoint: 42, latest, latest~2, a uid' }],
  options: [
    ...applyOptions,
    { name: 'files', kind: 'flag', about: 'The files alone, as restore does' },
    { name: 'conversation', kind: 'flag', about: 'The conversation alone; no file changes' },
    compactOption,
    startOption,
  ],
  details:
    'Restores the working tree as restore does, and recreates the conversation of that moment as a new session of its agent. Prints the command that continues with it. Sessions that exist are not touched; `git checkpoint undo` puts the files back and names the session that fits them.',
  async run({ args, repository }) {
    const opened = await repository();
    const plan = await planRewind(opened, await readRequest(opened, args));
    const world = await withColors(opened.world, opened);
    if (args.flag('dry-run')) return showRewindPlan(plan, args, world);
    return carryOut(opened, plan, args);
  },
};

async function readRequest(opened: Repository, args: Arguments) {
  const [files, conversation] = [args.flag('files'), args.flag('conversation')];
  if (files && conversation) throw new Failure('usage', '--files and --conversation exclude each other');
  if (files && args.flag('start')) throw new Failure('usage', '--files prepares no session to --start');
  const [name] = args.positionals;
  if (name === undefined) throw new Failure('usage', 'rewind needs a checkpoint');
  const only = files ? ('files' as const) : undefined;
  return defined({
    checkpoint: await loadNamed(opened, name),
    force: args.flag('force'),
    forcePaths: args.texts('force-path'),
    trust: args.flag('trust'),
    compact: args.flag('compact'),
    only: conversation ? ('conversation' as const) : only,
  });
}

function showRewindPlan(plan: RewindPlan, args: Arguments, world: World): number {
  const text = args.flag('json') ? `${JSON.stringify(rewindPlanJson(plan))}\n` : renderRewindPlan(plan, world);
  world.stdout.write(text);
  return (plan.files?.refusals.length ?? 0) === 0 ? 0 : 1;
}

async function carryOut(opened: Repository, plan: RewindPlan, args: Arguments): Promise<number> {
  const world = await withColors(opened.world, opened);
  const json = args.flag('json');
  if (!(await allows(plan, { args, world, repository: opened }))) {
    if (json) world.stdout.write(`${JSON.stringify({ rewound: false, plan: rewindPlanJson(plan) })}\n`);
    return 1;
  }
  const outcome = await applyRewind(opened, plan);
  if (json) world.stdout.write(`${JSON.stringify(rewoundJson(outcome, world))}\n`);
  else tell(outcome, world);
  if ((outcome.files?.differences.length ?? 0) > 0) return 1;
  if (!args.flag('start')) return 0;
  if (outcome.session === undefined) throw new Failure('no', 'there is no session to start');
  return startClient(continueCommand(outcome.session), { cwd: outcome.session.cwd }, world);
}

/** The files are asked about as a restore asks; the conversation takes nothing away. */
async function allows(
  { files }: RewindPlan,
  { args, world, repository }: { readonly args: Arguments; readonly world: World; readonly repository: Repository },
): Promise<boolean> {
  if (files === undefined || files.refusals.length > 0) return true;
  const said = { yes: args.flag('yes'), trust: args.flag('trust'), meant: false };
  const screen = args.flag('json') ? quiet(world) : world;
  return (await settlePlan(files, { repository, said, world: screen })) !== undefined;
}

function tell(outcome: RewindOutcome, world: World): void {
  if (outcome.files !== undefined) {
    world.stdout.write(renderRestored(outcome.files, world));
    world.stderr.write(renderAfterwards(outcome.files, world));
  }
  world.stderr.write(renderNoSession(outcome));
  if (outcome.session !== undefined) world.stderr.write(renderCompacted(outcome.plan.compacted));
  world.stdout.write(renderContinueLine(outcome.session, world));
}
