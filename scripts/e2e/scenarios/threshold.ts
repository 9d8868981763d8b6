import { setTimeout as sleep } from 'node:timers/promises';
import { count, expect, expectIn } from '../expect.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, claudeArguments, expectQuiet, quit } from './work.ts';

interface Listed {
  readonly trigger: string;
  readonly analysis: { readonly source: string; readonly findings: readonly string[] };
}

const ASK = 'git-checkpoint: the context is';
const FOUND = 'The cache is never emptied, because the timer starts too late';

/** The context crosses the threshold in the middle of a turn: it is saved and the agent is asked, each once; its answer leads the pack. */
export function threshold(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    const write = (name: string) => ({
      name: 'Write',
      input: { file_path: `${stage.repo.root}/${name}`, content: `${name}\n` },
    });
    const look = { name: 'Bash', input: { command: 'node -e "setTimeout(() => {}, 4000)"', description: 'Wait' } };
    const store = 'mcp__checkpoint__store_checkpoint';
    stage.model.say(
      { tools: [write('one.txt')], tokens: 300_000 },
      { tools: [write('two.txt')], tokens: 760_000 },
      { tools: [look], tokens: 770_000 },
      { tools: [look], tokens: 770_500 },
      { tools: [{ name: 'ToolSearch', input: { query: `select:${store}` } }], tokens: 771_000 },
      {
        tools: [{ name: store, input: { findings: [FOUND], next_actions: ['Start the timer first'] } }],
        tokens: 772_000,
      },
      { tools: [write('three.txt')], tokens: 780_000 },
      { tools: [look], tokens: 790_000 },
      { text: 'FULL OF WORK', tokens: 800_000 },
    );
    const command = [...claude, ...claudeArguments, '--allowedTools', 'Bash(node:*)', 'mcp__checkpoint'];
    await inTerminal(stage, command, async (terminal) => {
      await terminal.see(/❯/);
      // The server connects beside the screen.
      await sleep(4000);
      await terminal.send('Please work for long');
      await terminal.see(/FULL OF WORK/, 90);
      expectIn(stage.model.requests[4], {
        'the question, before it went on': ASK,
        'how to answer': 'store_checkpoint',
      });
      expect('it was asked once', count(stage.model.requests.at(-1)?.text ?? '', ASK) === 1);
      await terminal.send('/clear');
      await terminal.see(/Resumed from checkpoint/);
      await ask(stage, terminal, 'go on');
      expectIn(stage.model.requests.at(-1), {
        'what it had found out': FOUND,
        'what is next': '1. Start the timer first',
      });
      await quit(terminal);
    });
    const saved: Listed[] = JSON.parse(stage.checkpoint('list', '--json'));
    const crossings = saved.filter(({ trigger }) => trigger === 'threshold').length;
    expect('the crossing was saved once', crossings === 1, JSON.stringify(saved.map(({ trigger }) => trigger)));
    const stored = saved.filter(({ analysis }) => analysis.source === 'agent');
    expect(
      'the agent stored its own words',
      stored.some(({ analysis }) => analysis.findings.includes(FOUND)),
    );
    expectQuiet(stage);
  });
}
