import type { Adapter } from '../adapter.ts';
import { generic } from './agent.ts';
import { genericHooks } from './hooks.ts';

export const genericAdapter: Adapter = { reader: generic, hooks: genericHooks };
