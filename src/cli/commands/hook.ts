import { servedNames } from '../../core/agent-table.ts';
import { receive, runWaitingJobs } from '../../hooks/receive.ts';
import type { Command } from '../command.ts';
import { partOption } from '../option-values.ts';

/** After the answer, a git process that hangs must not keep the agent waiting. */
const GRACE_MS = 50;

export const hookCommand: Command = {
  name: 'hook',
  about: '(internal) Handle an agent hook event',
  internal: true,
  positionals: [{ form: 'AGENT', about: `${servedNames.join(', ')}, or generic for programs of your own` }],
  options: [
    { name: 'part', kind: 'text', value: 'N/M', about: "This is the nth of m entries for a session's start" },
    { name: 'async', kind: 'flag', about: 'The agent does not wait for the answer' },
    { name: 'run-jobs', kind: 'flag', about: 'Do the saves that wait in this worktree' },
  ],
  details:
    "Reads the event as JSON from standard input and answers in the agent's own form. It always exits 0; failures go to the journal, which `git checkpoint doctor` shows.",
  async run({ args, world }) {
    const delivery = {
      agent: args.positionals[0] ?? '',
      part: partOption(args, 'part') ?? { number: 1, of: 1 },
      async: args.flag('async'),
    };
    if (args.flag('run-jobs')) await runWaitingJobs(delivery, world);
    else await receive(delivery, world);
    world.leaveWithin?.(GRACE_MS);
    return 0;
  },
};
