import { type Command, jsonOption } from '../command.ts';
import { renderSummary } from '../render/evolution.ts';
import { sessionOption, tellEvolution } from './log.ts';

export const summaryCommand: Command = {
  name: 'summary',
  about: 'Show session statistics',
  positionals: [],
  options: [sessionOption, jsonOption],
  run: (call) => tellEvolution(call, renderSummary),
};
