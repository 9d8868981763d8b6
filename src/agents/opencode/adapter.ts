import type { Adapter } from '../adapter.ts';
import { openCode } from './agent.ts';
import { openCodeHooks } from './hooks.ts';
import { openCodeSettings } from './settings.ts';

export const openCodeAdapter: Adapter = { reader: openCode, hooks: openCodeHooks, settings: openCodeSettings };
