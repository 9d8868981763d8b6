import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '../expect.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { claudeArguments, expectQuiet, quit } from './work.ts';

interface Listed {
  readonly trigger: string;
}

/** The context crosses the threshold in the middle of a turn: it is saved then, once. */
export function threshold(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    const write = (name: string) => ({
      name: 'Write',
      input: { file_path: `${stage.repo.root}/${name}`, content: `${name}\n` },
    });
    const look = { name: 'Bash', input: { command: 'node -e "setTimeout(() => {}, 4000)"', description: 'Wait' } };
    stage.model.say(
      { tools: [write('one.txt')], tokens: 300_000 },
      { tools: [write('two.txt')], tokens: 760_000 },
      { tools: [look], tokens: 770_000 },
      { tools: [write('three.txt')], tokens: 780_000 },
      { tools: [look], tokens: 790_000 },
      { text: 'FULL OF WORK', tokens: 800_000 },
    );
    const command = [...claude, ...claudeArguments, '--allowedTools', 'Bash(node:*)'];
    await inTerminal(stage, command, async (terminal) => {
      await terminal.see(/❯/);
      await sleep(1500);
      await terminal.send('Please work for long');
      await terminal.see(/FULL OF WORK/, 90);
      await quit(terminal);
    });
    const saved: Listed[] = JSON.parse(stage.checkpoint('list', '--json'));
    const crossings = saved.filter(({ trigger }) => trigger === 'threshold').length;
    expect('the crossing was saved once', crossings === 1, JSON.stringify(saved.map(({ trigger }) => trigger)));
    expectQuiet(stage);
  });
}
