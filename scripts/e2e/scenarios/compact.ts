import { expect, expectIn } from '../expect.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, claudeArguments, expectPack, expectQuiet, quit, work } from './work.ts';

/** /compact: the summary is told what must survive, and the pack is back after it. */
export function compact(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      stage.repo.write('by-hand.txt', 'changed before the compaction\n');
      await terminal.send('/compact');
      await terminal.see(/SessionStart:compact says: Checkpoint saved: /);
      expectIn(stage.model.requests.at(-1), {
        'what the summary must keep': 'The summary must keep these facts of the session:',
        'the next step among it': 'write a test for greet()',
      });
      const [saved] = JSON.parse(stage.checkpoint('list', '--json', '-n', '1'));
      expect('it was saved as a compaction', saved.trigger === 'compact' && saved.number === 2, JSON.stringify(saved));
      await ask(stage, terminal, 'go on');
      expectPack(stage, 2);
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}
