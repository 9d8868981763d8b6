import { playsFor } from '../plays/plays.ts';

export const openCodeScenarios = playsFor({
  agent: 'opencode',
  part: 'opencode',
  headless: ['run'],
  settings: ['.config/opencode/opencode.json'],
  write: (filePath, content) => ({ name: 'write', input: { filePath, content } }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'Run it' } }),
  terminal: {
    args: [],
    begin: async (terminal) => void (await terminal.see(/Ask anything/)),
    clear: '/new',
    compact: '/compact',
    exit: '/exit',
  },
});
