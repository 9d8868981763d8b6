import type { Player } from '../plays/player.ts';
import { playsFor } from '../plays/plays.ts';

const openCode: Player = {
  agent: 'opencode',
  part: 'opencode',
  headless: ['run'],
  goOn: (session) => ['--session', session],
  settings: ['.config/opencode/opencode.json'],
  call: (tool, input) => [{ tools: [{ name: `checkpoint_${tool}`, input }] }],
  write: (filePath, content) => ({ name: 'write', input: { filePath, content } }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'Run it' } }),
  terminal: {
    args: [],
    begin: async (terminal) => void (await terminal.see(/Ask anything/)),
    clear: '/new',
    compact: '/compact',
    command: (words) => `/checkpoint-save ${words}`,
    exit: '/exit',
  },
};

/** OpenCode under another name. */
const kilo: Player = {
  ...openCode,
  agent: 'kilo',
  part: 'kilo',
  headless: ['run', '--auto'],
  settings: ['.config/kilo/kilo.json'],
};

export const openCodeScenarios = { ...playsFor(openCode), ...playsFor(kilo) };
