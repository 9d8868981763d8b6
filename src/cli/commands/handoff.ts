import { servedNames } from '../../core/agent-table.ts';
import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { numberNamed } from '../../open/repository.ts';
import { prepareHandoff, recordHandoff } from '../../repository/handoff.ts';
import type { Command } from '../command.ts';
import { startClient } from '../start-client.ts';

/** The session reads the checkpoint as its first prompt; it must not be told a second time. */
export const TOLD_ALREADY = { GIT_CHECKPOINT_AUTO_RESUME_ON_START: 'false' };

export const handoffCommand: Command = {
  name: 'handoff',
  about: 'Hand a checkpoint over to a fresh session of another agent',
  positionals: [{ form: '[ID]', about: 'Checkpoint (default: the newest of this branch and worktree)' }],
  options: [
    { name: 'to', kind: 'text', value: 'AGENT', about: servedNames.join(', ') },
    { name: 'print', kind: 'flag', about: 'Print the text instead, for an agent without a command line' },
  ],
  dashes: '[-- ARGUMENT...]',
  details:
    'Starts the agent on this terminal with the resume text as its first prompt. What stands behind -- are arguments for the agent: `git checkpoint handoff --to codex -- exec`. The checkpoint records to whom it was handed over.',
  async run({ args, world, repository }) {
    const to = args.text('to');
    if (to === undefined) throw new Failure('usage', 'handoff needs --to AGENT');
    const opened = await repository();
    const [name] = args.positionals;
    const number = name === undefined ? undefined : await numberNamed(opened, name);
    const handed = await prepareHandoff(opened, defined({ to, number, more: args.after }));
    if (args.flag('print')) {
      world.stdout.write(handed.text);
      await recordHandoff(opened, handed);
      return 0;
    }
    if (world.stdin.isTTY !== true && args.after === undefined) {
      throw new Failure('no', 'there is no terminal to start the agent on', {
        hint: 'Use --print, or give arguments for a run without a terminal: `git checkpoint handoff --to codex -- exec`.',
      });
    }
    if (handed.words === undefined) {
      throw new Failure('no', `${handed.agent} cannot be started from here`, { hint: 'Use --print.' });
    }
    await recordHandoff(opened, handed);
    return startClient(handed.words, { cwd: world.cwd, env: TOLD_ALREADY }, world);
  },
};
