import type { Adapter } from '../adapter.ts';
import { geminiCli } from './agent.ts';
import { geminiCliHooks } from './hooks.ts';
import { geminiCliSettings } from './settings.ts';
import { geminiWriter } from './writer.ts';

export const geminiCliAdapter: Adapter = {
  reader: geminiCli,
  hooks: geminiCliHooks,
  settings: geminiCliSettings,
  writer: geminiWriter,
};
