import type { Adapter } from '../adapter.ts';
import { claudeCode } from './agent.ts';
import { claudeCodeHooks } from './hooks.ts';
import { claudeCodeSettings } from './settings.ts';
import { claudeWriter } from './writer.ts';

export const claudeCodeAdapter: Adapter = {
  reader: claudeCode,
  hooks: claudeCodeHooks,
  settings: claudeCodeSettings,
  writer: claudeWriter,
};
