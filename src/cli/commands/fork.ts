import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { worldAt } from '../../core/world.ts';
import { loadNamed, withRepository } from '../../open/repository.ts';
import { applyFork, type ForkOutcome, type ForkPlan, planFork } from '../../repository/fork.ts';
import { prepareHandoff, recordHandoff } from '../../repository/handoff.ts';
import { continueCommand } from '../../repository/native-session.ts';
import { type Arguments, type Call, type Command, jsonOption } from '../command.ts';
import { trusts } from '../consent.ts';
import { writeJson } from '../json-output.ts';
import { forkJson, renderForked } from '../render/forked.ts';
import { startClient } from '../start-client.ts';
import { TOLD_ALREADY } from './handoff.ts';
import { compactOption, startOption } from './rewind.ts';

export const forkCommand: Command = {
  name: 'fork',
  about: 'Try another idea from a checkpoint, in a worktree of its own',
  positionals: [{ form: 'ID', about: 'Checkpoint: 42, latest, latest~2, a uid' }],
  options: [
    { name: 'agent', kind: 'text', value: 'AGENT', about: 'Who continues there (default: the agent of the session)' },
    { name: 'branch', kind: 'text', value: 'NAME', about: 'The new branch (default: checkpoint-ID)' },
    { name: 'worktree', kind: 'text', value: 'DIR', about: 'Where (default: beside this one, named after the branch)' },
    compactOption,
    startOption,
    { name: 'force-path', kind: 'texts', value: 'PATH', about: 'Write PATH although its name is refused' },
    { name: 'trust', kind: 'flag', about: "Allow agent and build config files from someone else's checkpoint" },
    jsonOption,
  ],
  details:
    'Makes a linked worktree with the files of the checkpoint on a new branch. The same agent gets the conversation of that moment as a new session; another one gets what the session knew. This working tree and its session go on undisturbed.',
  async run({ args, world, repository }) {
    const [name] = args.positionals;
    if (name === undefined) throw new Failure('usage', 'fork needs a checkpoint');
    const opened = await repository();
    const plan = await planFork(opened, { checkpoint: await loadNamed(opened, name), ...readRequest(args) });
    if (plan.configuration.length > 0 && !args.flag('trust') && !(await trusts(plan, world))) return 1;
    const outcome = await applyFork(opened, plan);
    if (args.flag('json')) writeJson({ args, world }, forkJson(outcome, world));
    else world.stdout.write(renderForked(outcome, world));
    if (outcome.files.differences.length > 0) return 1;
    return args.flag('start') ? start(plan, outcome, world) : 0;
  },
};

function readRequest(args: Arguments) {
  return defined({
    agent: args.text('agent'),
    branch: args.text('branch'),
    worktree: args.text('worktree'),
    forcePaths: args.texts('force-path'),
    trust: args.flag('trust'),
    compact: args.flag('compact'),
  });
}

async function start(plan: ForkPlan, { session, handoff }: ForkOutcome, world: Call['world']): Promise<number> {
  if (session !== undefined) return startClient(continueCommand(session), { cwd: session.cwd }, world);
  if (handoff === undefined) throw new Failure('usage', 'the checkpoint belongs to no session: name one with --agent');
  const there = worldAt(plan.folder, world);
  const handed = await withRepository(plan.folder, there, async (repository) => {
    const { number } = plan.checkpoint;
    const prepared = await prepareHandoff(repository, { to: handoff.agent, number });
    await recordHandoff(repository, prepared);
    return prepared;
  });
  return startClient(handed.words, { cwd: plan.folder, env: TOLD_ALREADY }, world);
}
