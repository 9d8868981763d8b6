import type { Adapter } from '../adapter.ts';
import { kilo, openCode } from './agent.ts';
import { kiloHooks, openCodeHooks } from './hooks.ts';
import { kiloSettings, openCodeSettings } from './settings.ts';

export const openCodeAdapter: Adapter = { reader: openCode, hooks: openCodeHooks, settings: openCodeSettings };

export const kiloAdapter: Adapter = { reader: kilo, hooks: kiloHooks, settings: kiloSettings };
