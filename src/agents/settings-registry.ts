import type { AgentSettings } from './agent-settings.ts';
import { claudeCodeSettings } from './claude-code/settings.ts';
import { codexSettings } from './codex/settings.ts';
import { geminiCliSettings } from './gemini-cli/settings.ts';
import { openCodeSettings } from './opencode/settings.ts';

/** Every agent that hooks can be installed for. */
export const installable: readonly AgentSettings[] = [
  claudeCodeSettings,
  codexSettings,
  geminiCliSettings,
  openCodeSettings,
];
