import { expectIn } from '../expect.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, CONTENT, claudeArguments, quit, TASK, work } from './work.ts';

/** A changed e-mail address does not make one's own checkpoints those of somebody else. */
export function stillMe(): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', 'claude-code');
    const command = [...stage.client('claude-code'), ...claudeArguments];
    await inTerminal(stage, command, async (terminal) => {
      await work(stage, terminal);
      await quit(terminal);
    });
    stage.repo.git('config', 'user.email', 'another@example.com');
    await inTerminal(stage, command, async (terminal) => {
      await terminal.see(/Resumed from checkpoint/);
      await ask(stage, terminal, 'where were we?');
      expectIn(stage.model.requests.at(-1), { 'the task': TASK, 'the changed file': CONTENT });
      await quit(terminal);
    });
  });
}
