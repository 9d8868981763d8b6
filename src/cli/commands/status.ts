import { checkpointJson } from '../../core/checkpoint-json.ts';
import { readStatus, readStatusLine, statusLine } from '../../hooks/status.ts';
import { type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';

export const statusCommand: Command = {
  name: 'status',
  about: 'Print one line about the newest checkpoint, for prompts and status lines',
  positionals: [],
  options: [jsonOption],
  details:
    'As the status line of Claude Code it also learns exactly how full the context is. Outside of a repository it prints an empty status line.',
  async run({ args, world }) {
    const told = await readStatusLine(world.stdin);
    const status = await readStatus(told, world).catch((error: unknown) => {
      // An agent draws its line everywhere; only a person is told what is missing.
      if (told === undefined) throw error;
      return undefined;
    });
    if (status === undefined) return 0;
    const { checkpoint, age, contextPercent, llm } = status;
    const json = {
      checkpoint: checkpoint && checkpointJson(checkpoint),
      age,
      context_percent: contextPercent,
      llm,
    };
    if (args.flag('json')) writeJson({ args, world }, json);
    else world.stdout.write(`${statusLine(status)}\n`);
    return 0;
  },
};
