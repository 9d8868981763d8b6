import { findEvolution } from '../../watch/evolution.ts';
import { withColors } from '../colors.ts';
import { type Call, type Command, jsonOption, type Option } from '../command.ts';
import { renderLog, renderSummary } from '../render/evolution.ts';

const sessionOption: Option = {
  name: 'session',
  kind: 'text',
  value: 'ID',
  about: 'Session (default: the newest)',
};

export const logCommand: Command = {
  name: 'log',
  about: 'Show how the project evolved during a session, checkpoint by checkpoint',
  positionals: [],
  options: [sessionOption, jsonOption],
  run: (call) => tellEvolution(call, renderLog),
};

export const summaryCommand: Command = {
  name: 'summary',
  about: 'Show session statistics',
  positionals: [],
  options: [sessionOption, jsonOption],
  run: (call) => tellEvolution(call, renderSummary),
};

/** Finds the session and prints it in one form or another. */
async function tellEvolution({ args, world, repository }: Call, render: typeof renderLog): Promise<number> {
  const opened = await repository();
  const evolution = await findEvolution(opened, args.text('session'));
  if (args.flag('json')) world.stdout.write(`${JSON.stringify(evolution ?? null)}\n`);
  else if (evolution === undefined)
    world.stderr.write('No agent sessions recorded yet. Run `git checkpoint install` to record them.\n');
  else world.stdout.write(render(evolution, await withColors(world, opened)));
  return 0;
}
