import { claudeCodeHooks } from './claude-code/hooks.ts';
import { codexHooks } from './codex/hooks.ts';
import { geminiCliHooks } from './gemini-cli/hooks.ts';
import { genericHooks } from './generic/hooks.ts';
import { guests } from './guests.ts';
import type { AgentHooks } from './hook-event.ts';
import { openCodeHooks } from './opencode/hooks.ts';
import { agentNamed } from './registry.ts';

const all: readonly AgentHooks[] = [
  claudeCodeHooks,
  codexHooks,
  geminiCliHooks,
  openCodeHooks,
  genericHooks,
  ...guests,
];

/** How the named agent speaks to hooks; the name may be an alias. */
export function hooksOf(name: string): AgentHooks {
  const named = (wanted: string) => all.find(({ agent }) => agent === wanted);
  return named(name) ?? named(agentNamed(name).name) ?? genericHooks;
}
