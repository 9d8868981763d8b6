import type { Adapter } from '../adapter.ts';
import { pi } from './agent.ts';
import { piHooks } from './hooks.ts';
import { piSettings } from './settings.ts';
import { piWriter } from './writer.ts';

export const piAdapter: Adapter = { reader: pi, hooks: piHooks, settings: piSettings, writer: piWriter };
