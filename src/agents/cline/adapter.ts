import type { Adapter } from '../adapter.ts';
import { cline } from './agent.ts';
import { clineHooks } from './hooks.ts';
import { clineSettings } from './settings.ts';

/** Sessions are listed in a database of Cline's own, so that none can be laid ready. */
export const clineAdapter: Adapter = { reader: cline, hooks: clineHooks, settings: clineSettings };
