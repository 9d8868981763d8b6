import { servedName, servedNames } from '../core/agent-table.ts';
import { Failure } from '../core/failure.ts';
import type { Adapter } from './adapter.ts';
import type { Agent, AgentName, TranscriptFinder } from './agent.ts';
import type { AgentSettings } from './agent-settings.ts';
import { guests } from './guests.ts';
import type { AgentHooks } from './hook-event.ts';

/** Every agent, in the order in which they are asked whose a transcript is. `generic` takes what no other recognizes. */
const adapters: Readonly<Record<AgentName, Adapter>> = {
  opencode: {
    finder: async () => (await import('./opencode/find-transcript.ts')).openCodeFinder('opencode'),
    reader: async () => (await import('./opencode/agent.ts')).openCode,
    hooks: async () => (await import('./opencode/hooks.ts')).openCodeHooks,
    settings: async () => (await import('./opencode/settings.ts')).openCodeSettings,
    writer: async () => (await import('./opencode/writer.ts')).openCodeWriter,
  },
  kilo: {
    finder: async () => (await import('./opencode/find-transcript.ts')).openCodeFinder('kilo'),
    reader: async () => (await import('./opencode/agent.ts')).kilo,
    hooks: async () => (await import('./opencode/hooks.ts')).kiloHooks,
    settings: async () => (await import('./opencode/settings.ts')).kiloSettings,
    writer: async () => (await import('./opencode/writer.ts')).kiloWriter,
  },
  cline: {
    finder: async () => (await import('./cline/find-transcript.ts')).findClineTranscript,
    reader: async () => (await import('./cline/agent.ts')).cline,
    hooks: async () => (await import('./cline/hooks.ts')).clineHooks,
    settings: async () => (await import('./cline/settings.ts')).clineSettings,
    writer: async () => (await import('./cline/writer.ts')).clineWriter,
  },
  pi: {
    finder: async () => (await import('./pi/find-transcript.ts')).findPiTranscript,
    reader: async () => (await import('./pi/agent.ts')).pi,
    hooks: async () => (await import('./pi/hooks.ts')).piHooks,
    settings: async () => (await import('./pi/settings.ts')).piSettings,
    writer: async () => (await import('./pi/writer.ts')).piWriter,
  },
  'kimi-code': {
    finder: async () => (await import('./kimi-code/find-transcript.ts')).findKimiTranscript,
    reader: async () => (await import('./kimi-code/agent.ts')).kimiCode,
    hooks: async () => (await import('./kimi-code/hooks.ts')).kimiCodeHooks,
    settings: async () => (await import('./kimi-code/settings.ts')).kimiCodeSettings,
    writer: async () => (await import('./kimi-code/writer.ts')).kimiWriter,
  },
  'copilot-cli': {
    finder: async () => (await import('./copilot-cli/find-transcript.ts')).findCopilotTranscript,
    reader: async () => (await import('./copilot-cli/agent.ts')).copilotCli,
    hooks: async () => (await import('./copilot-cli/hooks.ts')).copilotCliHooks,
    settings: async () => (await import('./copilot-cli/settings.ts')).copilotCliSettings,
    writer: async () => (await import('./copilot-cli/writer.ts')).copilotWriter,
  },
  'qwen-code': {
    finder: async () => (await import('./qwen-code/find-transcript.ts')).findQwenTranscript,
    reader: async () => (await import('./qwen-code/agent.ts')).qwenCode,
    hooks: async () => (await import('./qwen-code/hooks.ts')).qwenCodeHooks,
    settings: async () => (await import('./qwen-code/settings.ts')).qwenCodeSettings,
    writer: async () => (await import('./qwen-code/writer.ts')).qwenWriter,
  },
  'claude-code': {
    finder: async () => (await import('./claude-code/find-transcript.ts')).findClaudeTranscript,
    reader: async () => (await import('./claude-code/agent.ts')).claudeCode,
    hooks: async () => (await import('./claude-code/hooks.ts')).claudeCodeHooks,
    settings: async () => (await import('./claude-code/settings.ts')).claudeCodeSettings,
    writer: async () => (await import('./claude-code/writer.ts')).claudeWriter,
  },
  codex: {
    finder: async () => (await import('./codex/find-transcript.ts')).findCodexTranscript,
    reader: async () => (await import('./codex/agent.ts')).codex,
    hooks: async () => (await import('./codex/hooks.ts')).codexHooks,
    settings: async () => (await import('./codex/settings.ts')).codexSettings,
    writer: async () => (await import('./codex/writer.ts')).codexWriter,
  },
  'gemini-cli': {
    finder: async () => (await import('./gemini-cli/find-transcript.ts')).findGeminiTranscript,
    reader: async () => (await import('./gemini-cli/agent.ts')).geminiCli,
    hooks: async () => (await import('./gemini-cli/hooks.ts')).geminiCliHooks,
    settings: async () => (await import('./gemini-cli/settings.ts')).geminiCliSettings,
    writer: async () => (await import('./gemini-cli/writer.ts')).geminiWriter,
  },
  generic: {
    reader: async () => (await import('./generic/agent.ts')).generic,
    hooks: async () => (await import('./generic/hooks.ts')).genericHooks,
  },
};

/** Every agent, in the order of the table above. */
export function loadAgents(): Promise<Agent[]> {
  return Promise.all(Object.values(adapters).map(({ reader }) => reader()));
}

/** What finds the transcripts of an agent, or of every one. */
export async function loadFinders(name?: string): Promise<TranscriptFinder[]> {
  const asked = name === undefined ? Object.values(adapters) : [adapters[agentName(name)]];
  const finders = await Promise.all(asked.map(({ finder }) => finder?.()));
  return finders.filter((one) => one !== undefined);
}

/** Every agent that hooks can be installed for, in the order in which people read them. */
export async function loadInstallable(): Promise<AgentSettings[]> {
  const settings = await Promise.all(servedNames.map((name) => adapters[name].settings?.()));
  return settings.filter((one) => one !== undefined);
}

export function loadAgent(name: string): Promise<Agent> {
  return adapters[agentName(name)].reader();
}

/** How the named agent speaks to hooks. Guests are not served, and yet answered. */
export async function loadHooks(name: string): Promise<AgentHooks> {
  return guests.find(({ agent }) => agent === name) ?? adapters[agentName(name)].hooks();
}

/** The agent of this name; undefined where it is none of ours, as in a checkpoint of a newer version. */
export function findAdapter(name: string): Adapter | undefined {
  const known = findName(name);
  return known && adapters[known];
}

/** The name under which an agent is listed. */
export function agentName(name: string): AgentName {
  const known = findName(name);
  if (known !== undefined) return known;
  throw new Failure('usage', `'${name}' is not an agent that this tool can read`, {
    hint: `Use one of: ${[...servedNames, 'generic'].join(', ')}.`,
  });
}

function findName(name: string): AgentName | undefined {
  return name === 'text' || name === 'generic' ? 'generic' : servedName(name);
}
