import { setTimeout as sleep } from 'node:timers/promises';
import type { Player } from '../plays/player.ts';
import { playsFor } from '../plays/plays.ts';

const player: Player = {
  agent: 'kimi-code',
  part: 'kimi',
  headless: ['-p'],
  goOn: (session) => ['--session', session],
  call: (tool, input) => [{ tools: [{ name: `mcp__checkpoint__${tool}`, input }] }],
  write: (path, content) => ({ name: 'Write', input: { path, content } }),
  shell: (command) => ({ name: 'Bash', input: { command } }),
  foreign: {
    '.kimi-code/mcp.json': '{\n  "mcpServers": { "other": { "command": "true" } }\n}\n',
  },
  ofUserOnly: true,
  settings: ['.kimi-code/config.toml', '.kimi-code/mcp.json'],
  terminal: {
    args: ['--auto'],
    begin: async (terminal) => {
      await terminal.see(/trust/i);
      terminal.press('Enter');
      await terminal.see(/context:/i);
      await sleep(1500);
    },
    clear: '/clear',
    compact: '/compact',
    compacted: /compact/i,
    command: (words) => `/skill:checkpoint-save ${words}`,
    exit: '/exit',
  },
};

export const kimiScenarios = playsFor(player);
