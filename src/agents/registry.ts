import { Failure } from '../core/failure.ts';
import type { Agent } from './agent.ts';
import { claudeCode } from './claude-code/agent.ts';
import { codex } from './codex/agent.ts';
import { geminiCli } from './gemini-cli/agent.ts';
import { generic } from './generic/agent.ts';
import { openCode } from './opencode/agent.ts';

/** Every agent, in the order in which a transcript is held against them. `generic` takes what nobody else knows. */
export const agents: readonly Agent[] = [openCode, claudeCode, codex, geminiCli, generic];

/** Other spellings that people and hooks use. */
const ALIASES: Readonly<Record<string, string>> = { claude: 'claude-code', gemini: 'gemini-cli', text: 'generic' };

export function agentNamed(name: string): Agent {
  const agent = agents.find((one) => one.name === (ALIASES[name] ?? name));
  if (agent !== undefined) return agent;
  throw new Failure('usage', `'${name}' is not an agent that this tool can read`, {
    hint: `Use one of: ${agents.map((one) => one.name).join(', ')}.`,
  });
}
