import { count, expect } from '../expect.ts';
import { type Player, prompt, sayWork } from '../plays/player.ts';
import { playsFor } from '../plays/plays.ts';
import { onStage } from '../stage.ts';
import { expectPack, expectQuiet, TASK, untilSaved } from './work.ts';

const other = { type: 'command', bash: 'true', timeoutSec: 5 };

const player: Player = {
  agent: 'copilot-cli',
  part: 'copilot',
  headless: ['--allow-all-tools', '-p'],
  goOn: (session) => ['--resume', session],
  foreign: {
    '.copilot/hooks/other.json': `${JSON.stringify({ version: 1, hooks: { sessionStart: [other] } })}\n`,
    '.copilot/mcp-config.json':
      '{\n\t"mcpServers": {"other": {"type": "local", "command": "true", "args": [], "tools": ["*"]}}\n}',
  },
  settings: ['.copilot/hooks/other.json', '.copilot/mcp-config.json'],
  call: (tool, input) => [{ tools: [{ name: `checkpoint-${tool}`, input }] }],
  write: (path, file_text) => ({ name: 'create', input: { path, file_text } }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'Run it', mode: 'sync', initial_wait: 10 } }),
  terminal: {
    args: ['--allow-all-tools'],
    begin: async (terminal) => void (await terminal.see(/❯|Type @|Enter @|shortcuts/)),
    clear: '/clear',
    compact: '/compact',
    compacted: /compact(?:ed|ion complete)/i,
    command: (words) => `/checkpoint-save ${words}`,
    exit: '/exit',
  },
};

/** Copilot runs the hooks of a project's Claude Code too: it is answered in its own form, and every event is handled once. */
function besideClaude(...agents: readonly string[]): Promise<void> {
  return onStage(async (stage) => {
    stage.client('copilot-cli');
    stage.checkpoint('install', 'claude-code', '--project');
    for (const agent of agents) stage.checkpoint('install', agent);
    stage.repo.commit('Settings of the project');
    sayWork(stage, player);
    await prompt(stage, player, TASK);
    await untilSaved(stage, 1);
    await prompt(stage, player, 'Go on, please');
    expectPack(stage, 1);
    const text = stage.model.requests.at(-1)?.text ?? '';
    expect('the pack came once', count(text, 'Resumed from checkpoint: ') === 1, text);
    const saved = JSON.parse(stage.checkpoint('list', '--json')) as { session: { agent: string } }[];
    expect(
      'nobody was mistaken for Claude Code',
      saved.every(({ session }) => session.agent === 'copilot-cli'),
    );
    expectQuiet(stage);
  });
}

/** It compacts by itself in the middle of a turn: the model has the pack again after its next tool. */
function compactedWithin(): Promise<void> {
  return onStage(async (stage) => {
    stage.client('copilot-cli');
    stage.checkpoint('install', 'copilot-cli');
    sayWork(stage, player);
    await prompt(stage, player, TASK);
    await untilSaved(stage, 1);
    const look = player.shell('ls src');
    stage.model.say({ tools: [look] }, { tools: [look], tokens: 196_000 }, { tools: [look] }, { text: 'LOOKED' });
    await prompt(stage, player, 'Look around for long');
    const summary = stage.model.requests.findIndex(({ last }) => last.includes('respond only with the summary text'));
    expect('it compacted within the turn', summary > 0 && summary < stage.model.requests.length - 1);
    expectPack(stage);
    const text = stage.model.requests.at(-1)?.text ?? '';
    expect('once', count(text, 'Resumed from checkpoint: ') === 1, text);
    expectQuiet(stage);
  });
}

export const copilotScenarios = {
  ...playsFor(player),
  'copilot-compact-within': compactedWithin,
  'copilot-beside-claude': () => besideClaude('copilot-cli'),
  'copilot-by-claude': () => besideClaude(),
};
