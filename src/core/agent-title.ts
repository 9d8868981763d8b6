import { ownProperty } from './own-property.ts';

const titles: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  opencode: 'OpenCode',
  kilo: 'Kilo',
  'copilot-cli': 'Copilot CLI',
  'qwen-code': 'Qwen Code',
  pi: 'Pi',
  'kimi-code': 'Kimi Code',
  cline: 'Cline',
};

/** An agent's name for people; one that is on no table as it is. */
export function agentTitle(agent: string): string {
  return ownProperty(titles, agent) ?? agent;
}
