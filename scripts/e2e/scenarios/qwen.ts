import { playsFor } from '../plays/plays.ts';

export const qwenScenarios = playsFor({
  agent: 'qwen-code',
  part: 'qwen',
  headless: ['--yolo', '-p'],
  goOn: (session) => ['--resume', session],
  settings: ['.qwen/settings.json'],
  call: (tool, input) => [
    { tools: [{ name: 'tool_search', input: { query: `select:mcp__checkpoint__${tool}` } }] },
    { tools: [{ name: `mcp__checkpoint__${tool}`, input }] },
  ],
  write: (file_path, content) => ({ name: 'write_file', input: { file_path, content } }),
  shell: (command) => ({
    name: 'run_shell_command',
    input: { command, description: 'Run it', is_background: false },
  }),
  terminal: {
    args: ['--yolo'],
    begin: async (terminal) => void (await terminal.see(/Type your message/)),
    clear: '/clear',
    compact: '/compress',
    compacted: /compressed|compression/i,
    command: (words) => `/checkpoint-save ${words}`,
    exit: '/quit',
  },
});
