import type { Adapter } from '../adapter.ts';
import { kimiCode } from './agent.ts';
import { kimiCodeHooks } from './hooks.ts';
import { kimiCodeSettings } from './settings.ts';
import { kimiWriter } from './writer.ts';

export const kimiCodeAdapter: Adapter = {
  reader: kimiCode,
  hooks: kimiCodeHooks,
  settings: kimiCodeSettings,
  writer: kimiWriter,
};
