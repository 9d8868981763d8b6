import { expect, expectIn } from '../expect.ts';
import { runHeadless } from '../headless.ts';
import { beforeCommand } from '../plays/before-command.ts';
import type { Player } from '../plays/player.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { CONTENT, claudeArguments, expectQuiet, quit, TASK, untilSaved, work } from './work.ts';

export const codexArguments = ['exec', '--dangerously-bypass-hook-trust', '--dangerously-bypass-approvals-and-sandbox'];

/** Codex: what one run did, the next one knows. */
export function codex(): Promise<void> {
  return onStage(async (stage) => {
    const command = [...stage.client('codex'), ...codexArguments];
    stage.checkpoint('install', 'codex');
    const cmd = `mkdir -p src && echo '${CONTENT}' > src/greet.js`;
    stage.model.say(
      { text: 'I write it.', tools: [{ name: 'exec_command', input: { cmd } }] },
      { text: 'CODEX IS DONE' },
    );
    await runHeadless(stage, [...command, TASK]);
    await untilSaved(stage, 1);
    await runHeadless(stage, [...command, 'Go on, please']);
    expectResumed(stage);
    expectQuiet(stage);
  });
}

/** Gemini CLI: the same. */
export function gemini(): Promise<void> {
  return onStage(async (stage) => {
    const command = [...stage.client('gemini-cli'), '--yolo', '-p'];
    stage.checkpoint('install', 'gemini');
    const input = { file_path: `${stage.repo.root}/src/greet.js`, content: `${CONTENT}\n` };
    stage.model.say({ text: 'I write it.', tools: [{ name: 'write_file', input }] }, { text: 'GEMINI IS DONE' });
    await runHeadless(stage, [...command, TASK]);
    await untilSaved(stage, 1);
    await runHeadless(stage, [...command, 'Go on, please']);
    expectResumed(stage);
    expectQuiet(stage);
  });
}

type Shell = Pick<Player, 'agent' | 'headless' | 'shell'>;

/** The three agents whose other scenarios are written by hand, each before a command that destroys work. */
const shells: Readonly<Record<string, Shell>> = {
  claude: {
    agent: 'claude-code',
    headless: ['--dangerously-skip-permissions', '-p'],
    shell: (command) => ({ name: 'Bash', input: { command, description: 'Run it' } }),
  },
  codex: {
    agent: 'codex',
    headless: codexArguments,
    shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
  },
  gemini: {
    agent: 'gemini-cli',
    headless: ['--yolo', '-p'],
    shell: (command) => ({ name: 'run_shell_command', input: { command } }),
  },
};

export const commandScenarios = Object.fromEntries(
  Object.entries(shells).map(([name, shell]) => [`${name}-command`, () => beforeCommand(shell)]),
);

/** What Claude Code began, Codex goes on with. */
export function handOver(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    const next = [...stage.client('codex'), ...codexArguments];
    stage.checkpoint('install', 'claude-code', 'codex');
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      await quit(terminal);
    });
    await runHeadless(stage, [...next, 'Go on, please']);
    expectResumed(stage);
    expect('it is told who worked before', (stage.model.requests.at(-1)?.text ?? '').includes('Session: claude-code'));
    expectQuiet(stage);
  });
}

function expectResumed(stage: Stage): void {
  expectIn(stage.model.requests.at(-1), {
    'the headline': /Resumed from checkpoint: .+ \(saved .+\)/,
    'the task of the run before': TASK,
    'the file that it wrote': CONTENT,
    'the last line, so nothing was cut': /More: `git checkpoint show \d+`/,
  });
}
