import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../api/reply.ts';
import { expect, expectIn } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { quit } from './work.ts';

/** A way by which the server gets into Claude Code. */
interface Way {
  /** Before the tool's name, as Claude Code builds it. */
  readonly prefix: string;
  /** Hooks are off: what they save would come between. */
  readonly settings: object;
  readonly clientArguments: readonly string[];
}

/** The server of the project: the model stores, the user clears, the model reads back. */
export function mcp(): Promise<void> {
  return onStage((stage) => {
    const server = { command: 'git', args: ['checkpoint', 'mcp'] };
    stage.repo.write('.mcp.json', JSON.stringify({ mcpServers: { checkpoint: server } }));
    return playMcp(stage, {
      prefix: 'mcp__checkpoint__',
      settings: { enableAllProjectMcpServers: true, permissions: { allow: ['mcp__checkpoint'] } },
      clientArguments: [],
    });
  });
}

/** The same with the server of the plugin. */
export function mcpPlugin(): Promise<void> {
  return onStage((stage) =>
    playMcp(stage, {
      prefix: 'mcp__plugin_checkpoint_checkpoint__',
      settings: { disableAllHooks: true, permissions: { allow: ['mcp__plugin_checkpoint_checkpoint'] } },
      clientArguments: ['--plugin-dir', resolve('plugin')],
    }),
  );
}

async function playMcp(stage: Stage, { prefix, settings, clientArguments }: Way): Promise<void> {
  const claude = stage.client('claude-code');
  stage.repo.write('.claude/settings.json', JSON.stringify(settings));
  stage.repo.write('a.ts', 'export const a = 2;\n');
  const call = (tool: string, input: Record<string, unknown>): Reply => ({ tools: [{ name: prefix + tool, input }] });
  // Tools of servers are known by name only until they are asked for.
  const load = (...tools: string[]): Reply => ({
    tools: [{ name: 'ToolSearch', input: { query: `select:${tools.map((tool) => prefix + tool).join(',')}` } }],
  });
  stage.model.say(
    load('store_checkpoint'),
    call('store_checkpoint', { summary: 'Set a to two', current_task: 'Count up', next_actions: ['Set a to three'] }),
    { text: 'STORED FIRST' },
    load('get_latest_checkpoint', 'store_checkpoint'),
    call('get_latest_checkpoint', {}),
    call('store_checkpoint', { summary: 'After clear' }),
    { text: 'STORED SECOND' },
  );
  await inTerminal(stage, [...claude, '--permission-mode', 'default', ...clientArguments], async (terminal) => {
    await terminal.see(/❯/);
    // The server connects beside the screen.
    await sleep(4000);
    await terminal.send('Please count up in a.ts');
    await terminal.see(/STORED FIRST/);
    expectIn(stage.model.requests.at(-1), { 'that its checkpoint was stored': 'CHECKPOINT-00001' });
    await terminal.send('/clear');
    await sleep(2000);
    await terminal.send('Where did we stop?');
    await terminal.see(/STORED SECOND/);
    expectIn(stage.model.requests.at(-1), {
      'the summary from before /clear': 'Set a to two',
      'the next step from before /clear': 'Set a to three',
      'that the second one was stored': 'CHECKPOINT-00002',
    });
    await quit(terminal);
  });
  const [second, first] = JSON.parse(stage.checkpoint('list', '--json'));
  expect('each belongs to its own session', first.session.id !== second.session.id);
  const { stdout } = stage.repo.tryGit('show', 'refs/checkpoints/1:a.ts');
  expect('the file was captured', stdout.includes('a = 2'));
}
