import { expect } from '../expect.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, claudeArguments, expectPack, expectQuiet, quit, untilSaved, work } from './work.ts';

/** Work, /clear, and the next prompt carries what the last session knew. */
export function clear(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      await terminal.send('/clear');
      await terminal.see(/SessionStart:clear says: Resumed from checkpoint: .* checkpoint 1/s);
      expect('the user saw one line', true);
      await ask(stage, terminal, 'go on');
      expectPack(stage, 1);
      await quit(terminal);
    });
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
      await terminal.see(/Work changed since checkpoint 1: 1 file, \+2 -0\. Saved as 2\./);
      await ask(stage, terminal, 'what is pending?');
      const told = stage.model.requests.at(-1)?.text ?? '';
      expect('the model knows that checkpoint 2 is pending', told.includes('Checkpoint 2 is pending'), told);
      stage.checkpoint('keep', '2');
      expect('it can be kept', stage.checkpoint('list', '--pending', '--json').trim() === '[]');
      await untilSaved(stage, 3);
      stage.repo.write('by-hand.txt', 'one\ntwo\nthree\n');
      await terminal.send('/clear');
      await terminal.see(/Saved as 4\./);
      stage.checkpoint('drop', '4');
      expect('it can be dropped', stage.repo.tryGit('rev-parse', '-q', '--verify', 'refs/checkpoints/4').status !== 0);
      await quit(terminal);
    });
  });
}
