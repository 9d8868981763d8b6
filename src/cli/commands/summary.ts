import { type Command, jsonOption } from '../command.ts';
import { renderSummary } from '../render/evolution.ts';
import { sessionOption, tellEvolution } from './log.ts';

export const summaryCommand: Command = {
  name: 'summary',
  about: 'Sum up a session: how long, how many checkpoints, which files, how much memory',
  positionals: [],
  options: [sessionOption, jsonOption],
  run: (call) => tellEvolution(call, renderSummary),
};
