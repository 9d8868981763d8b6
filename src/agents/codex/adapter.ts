import type { Adapter } from '../adapter.ts';
import { codex } from './agent.ts';
import { codexHooks } from './hooks.ts';
import { codexSettings } from './settings.ts';
import { codexWriter } from './writer.ts';

export const codexAdapter: Adapter = { reader: codex, hooks: codexHooks, settings: codexSettings, writer: codexWriter };
