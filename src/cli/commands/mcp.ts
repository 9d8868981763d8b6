import type { Command } from '../command.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  about: 'Serve checkpoints to an agent over MCP (standard input and output)',
  positionals: [],
  options: [],
  details:
    'Agents start it themselves. For Claude Code: `claude mcp add checkpoint -- git checkpoint mcp`. It ends when its input is closed.',
  async run({ world }) {
    return (await import('../../mcp/serve.ts')).serve(world);
  },
};
