import type { Adapter } from '../adapter.ts';
import { qwenCode } from './agent.ts';
import { qwenCodeHooks } from './hooks.ts';
import { qwenCodeSettings } from './settings.ts';
import { qwenWriter } from './writer.ts';

export const qwenCodeAdapter: Adapter = {
  reader: qwenCode,
  hooks: qwenCodeHooks,
  settings: qwenCodeSettings,
  writer: qwenWriter,
};
