import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Player } from '../plays/player.ts';
import { playsFor } from '../plays/plays.ts';
import { inTerminal } from '../terminal.ts';
import { rewound } from './rewind.ts';

const player: Player = {
  agent: 'cline',
  part: 'cline',
  headless: ['-P', 'openai-compatible', '-m', 'fake-1'],
  foreign: {
    '.cline/data/settings/cline_mcp_settings.json':
      '{\n  "mcpServers": { "other": { "command": "true", "disabled": true } }\n}\n',
  },
  settings: ['.cline/data/settings/cline_mcp_settings.json'],
  call: (tool, input) => [{ tools: [{ name: `checkpoint__${tool}`, input }] }],
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
    compact: '/compact',
    compacted: /Context compacted/,
    compactsUntold: true,
    command: (words) => `/checkpoint-save ${words}`,
    exit: '/quit',
    endsUntold: true,
  },
};

/** A session is gone on with on a terminal only, and a prompt has two words. */
function rewindCline(): Promise<void> {
  return rewound({
    client: 'cline',
    install: 'cline',
    words: (prompt) => [...player.headless, `${prompt} please`],
    write: ({ repo }, path, content) => ({
      text: `I write ${path}.`,
      tools: [player.write(join(repo.root, path), content)],
    }),
    goOn: async (stage, prompt, session) => {
      let screen = '';
      await inTerminal(stage, [...stage.client('cline'), ...player.headless, '--id', session], async (terminal) => {
        await terminal.see(/REPLY-1[\s\S]*Ask anything/);
        await terminal.send(`${prompt} please`);
        screen = await terminal.see(new RegExp(prompt.replace('PROMPT', 'REPLY')));
        // The turn is saved when it has ended.
        await sleep(3000);
        await terminal.send('/quit');
        await terminal.exited();
      });
      return screen;
    },
  });
}

export const clineScenarios = { ...playsFor(player), 'cline-rewind': rewindCline };
