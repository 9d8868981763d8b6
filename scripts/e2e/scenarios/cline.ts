import { setTimeout as sleep } from 'node:timers/promises';
import { playsFor } from '../plays/plays.ts';

export const clineScenarios = playsFor({
  agent: 'cline',
  part: 'cline',
  headless: ['-P', 'openai-compatible', '-m', 'fake-1'],
  foreign: {
    '.cline/data/settings/cline_mcp_settings.json':
      '{\n  "mcpServers": { "other": { "command": "true", "disabled": true } }\n}\n',
  },
  settings: ['.cline/data/settings/cline_mcp_settings.json'],
  write: (path, new_text) => ({ name: 'editor', input: { path, new_text } }),
  shell: (command) => ({ name: 'run_commands', input: { commands: [command] } }),
  terminal: {
    args: ['-P', 'openai-compatible', '-m', 'fake-1', '--tui'],
    begin: async (terminal) => {
      // The first screen is an advertisement.
      await terminal.see(/any other key to close/);
      terminal.press('Escape');
      await sleep(2000);
    },
    clear: '/clear',
    exit: '/quit',
    endsUntold: true,
  },
});
