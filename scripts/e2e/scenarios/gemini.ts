import { playsFor } from '../plays/plays.ts';

export const geminiScenarios = playsFor({
  agent: 'gemini-cli',
  part: 'gemini',
  headless: ['--yolo', '-p'],
  settings: ['.gemini/settings.json'],
  call: (tool, input) => [{ tools: [{ name: `mcp_checkpoint_${tool}`, input }] }],
  write: (file_path, content) => ({ name: 'write_file', input: { file_path, content } }),
  shell: (command) => ({ name: 'run_shell_command', input: { command } }),
  terminal: {
    args: ['--yolo'],
    begin: async (terminal) => void (await terminal.see(/Type your message/)),
    clear: '/clear',
    compact: '/compress',
    compacted: /compressed/i,
    command: (words) => `/checkpoint-save ${words}`,
    exit: '/quit',
  },
});
