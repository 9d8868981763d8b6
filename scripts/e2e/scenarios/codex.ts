import { codexArguments } from '../clients/codex.ts';
import { expect } from '../expect.ts';
import { runHeadless } from '../headless.ts';
import type { Player } from '../plays/player.ts';
import { playsFor } from '../plays/plays.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { claudeArguments, expectPack, expectQuiet, quit, work } from './work.ts';

const shell = (cmd: string) => ({ name: 'exec_command', input: { cmd } });

const player: Player = {
  agent: 'codex',
  part: 'codex',
  headless: codexArguments,
  foreign: {
    '.codex/hooks.json': '{\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] }\n}\n',
  },
  settings: ['.codex/hooks.json', '.codex/config.toml'],
  call: (name, input) => [{ tools: [{ name, input, namespace: 'mcp__checkpoint' }] }],
  write: (path, content) => shell(`cat > '${path}' <<'END'\n${content}END`),
  shell,
  terminal: {
    args: codexArguments.slice(1),
    begin: async (terminal) => void (await terminal.see(/›/)),
    clear: '/clear',
    compact: '/compact',
    compacted: /Context compacted/,
    command: (words) => `$checkpoint-save ${words}`,
    exit: '/exit',
  },
};

/** What Claude Code began, Codex goes on with, without a word from anybody. */
function handOver(): Promise<void> {
  return onStage(async (stage) => {
    const [claude, codex] = [stage.client('claude-code'), stage.client('codex')];
    stage.checkpoint('install', 'claude-code', 'codex');
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      await quit(terminal);
    });
    await runHeadless(stage, [...codex, ...codexArguments, 'Go on, please']);
    expectPack(stage, 1);
    expect('it is told who worked before', (stage.model.requests.at(-1)?.text ?? '').includes('Session: claude-code'));
    expectQuiet(stage);
  });
}

export const codexScenarios = { ...playsFor(player), 'hand-over': handOver };
