import { setTimeout as sleep } from 'node:timers/promises';
import { expect, expectIn } from '../expect.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, claudeArguments, expectPack, expectQuiet, quit, work } from './work.ts';

/** Work, /clear, and the next prompt carries what the last session knew. */
export function clear(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      await terminal.send('/clear');
      await terminal.see(/SessionStart:clear says: .*Resumed from checkpoint: .* checkpoint 1/s);
      expect('the user saw one line', true);
      await ask(stage, terminal, 'go on');
      expectPack(stage, 1);
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}

/** The user saves by the command, the agent gives its words; after /clear they lead, and no automatic save came between. */
export function given(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    const words =
      "-m 'Greets by name' --task 'Test the greeter' --state 'Names are greeted' --next 'Greet nobody' --blocker 'No names yet'";
    const save = { name: 'Bash', input: { command: `git checkpoint save ${words}`, description: 'Save' } };
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      stage.model.say({ tools: [save] }, { text: 'SAVED IT. Next: look at the weather.' });
      await terminal.send('/checkpoint-save Greets by name');
      await terminal.see(/SAVED IT/);
      // The save of the turn would come now.
      await sleep(3000);
      await terminal.send('/clear');
      await terminal.see(/Resumed from checkpoint: Greets by name .* checkpoint 2/s);
      await ask(stage, terminal, 'go on');
      expectIn(stage.model.requests.at(-1), {
        'the headline': 'Resumed from checkpoint: Greets by name',
        'the task': 'Test the greeter',
        'the state': 'Names are greeted',
        'the next action first': '1. Greet nobody',
        'the blocker': 'No names yet',
      });
      const text = stage.model.requests.at(-1)?.text ?? '';
      expect('the command is no task', !text.includes('/checkpoint-save'), text);
      await quit(terminal);
    });
    const saved: { trigger: string }[] = JSON.parse(stage.checkpoint('list', '--json'));
    const triggers = saved
      .map(({ trigger }) => trigger)
      .toReversed()
      .slice(0, 2)
      .join();
    expect('no automatic save came between', triggers === 'turn,manual', JSON.stringify(saved));
    expectQuiet(stage);
  });
}

/** The same where work is saved first and asked about afterwards: once kept, once dropped. */
export function promptMode(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      stage.repo.write('by-hand.txt', 'one\ntwo\n');
      await terminal.send('/clear');
      await terminal.see(/Checkpoint saved: .* \(2: 1 file, \+2 -0/s);
      await ask(stage, terminal, 'what is pending?');
      const told = stage.model.requests.at(-1)?.text ?? '';
      expect('the model knows that checkpoint 2 is pending', told.includes('Checkpoint 2 is pending'), told);
      stage.checkpoint('keep', '2');
      expect('it can be kept', stage.checkpoint('list', '--pending', '--json').trim() === '[]');
      // A session that only asked saves nothing until it ends.
      stage.repo.write('by-hand.txt', 'one\ntwo\nthree\n');
      await terminal.send('/clear');
      await terminal.see(/Checkpoint saved: .* \(3: 1 file/s);
      stage.checkpoint('drop', '3');
      expect('it can be dropped', stage.repo.tryGit('rev-parse', '-q', '--verify', 'refs/checkpoints/3').status !== 0);
      await quit(terminal);
    });
  });
}
