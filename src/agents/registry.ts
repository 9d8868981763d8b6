import { servedName, servedNames } from '../core/agent-table.ts';
import { Failure } from '../core/failure.ts';
import type { Adapter } from './adapter.ts';
import type { Agent } from './agent.ts';
import type { AgentSettings } from './agent-settings.ts';
import { claudeCodeAdapter } from './claude-code/adapter.ts';
import { clineAdapter } from './cline/adapter.ts';
import { codexAdapter } from './codex/adapter.ts';
import { copilotCliAdapter } from './copilot-cli/adapter.ts';
import { geminiCliAdapter } from './gemini-cli/adapter.ts';
import { genericAdapter } from './generic/adapter.ts';
import { guests } from './guests.ts';
import type { AgentHooks } from './hook-event.ts';
import { kimiCodeAdapter } from './kimi-code/adapter.ts';
import { kiloAdapter, openCodeAdapter } from './opencode/adapter.ts';
import { piAdapter } from './pi/adapter.ts';
import { qwenCodeAdapter } from './qwen-code/adapter.ts';
import type { SessionWriter } from './session-writer.ts';

/** Every agent, in the order in which a transcript is held against them. `generic` takes what nobody else knows. */
const adapters: readonly Adapter[] = [
  openCodeAdapter,
  kiloAdapter,
  clineAdapter,
  piAdapter,
  kimiCodeAdapter,
  copilotCliAdapter,
  qwenCodeAdapter,
  claudeCodeAdapter,
  codexAdapter,
  geminiCliAdapter,
  genericAdapter,
];

export const agents: readonly Agent[] = adapters.map(({ reader }) => reader);

/** Every agent that hooks can be installed for, in the order of the table. */
export const installable: readonly AgentSettings[] = servedNames.flatMap((name) => findAdapter(name)?.settings ?? []);

export function agentNamed(name: string): Agent {
  return adapterNamed(name).reader;
}

/** How the named agent speaks to hooks. Guests are not served, and yet answered. */
export function hooksOf(name: string): AgentHooks {
  return guests.find(({ agent }) => agent === name) ?? adapterNamed(name).hooks;
}

/** Who lays sessions of an agent ready; undefined where nobody does. */
export function findWriter(agent: string): SessionWriter | undefined {
  return findAdapter(agent)?.writer;
}

function adapterNamed(name: string): Adapter {
  const adapter = findAdapter(name);
  if (adapter !== undefined) return adapter;
  throw new Failure('usage', `'${name}' is not an agent that this tool can read`, {
    hint: `Use one of: ${[...servedNames, 'generic'].join(', ')}.`,
  });
}

function findAdapter(name: string): Adapter | undefined {
  const wanted = name === 'text' ? 'generic' : (servedName(name) ?? name);
  return adapters.find(({ reader }) => reader.name === wanted);
}
