import type { Adapter } from '../adapter.ts';
import { copilotCli } from './agent.ts';
import { copilotCliHooks } from './hooks.ts';
import { copilotCliSettings } from './settings.ts';
import { copilotWriter } from './writer.ts';

export const copilotCliAdapter: Adapter = {
  reader: copilotCli,
  hooks: copilotCliHooks,
  settings: copilotCliSettings,
  writer: copilotWriter,
};
