import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { settled } from '../../../test/support/hook-session.ts';
import { expect } from '../expect.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, claudeArguments, quit, untilSaved, work } from './work.ts';

/** A save fails behind a lock: the screen says so, and says when it works again. */
export function unsaved(): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', 'claude-code');
    await inTerminal(stage, [...stage.client('claude-code'), ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      const lock = join(stage.repo.root, '.git', 'refs', 'notes', 'checkpoints.lock');
      writeFileSync(lock, '');
      stage.repo.write('by-hand.txt', 'one\n');
      await ask(stage, terminal, 'first question behind the lock');
      await terminal.see(/first question behind the lock/);
      await failedOnce(stage.repo.root);
      await ask(stage, terminal, 'second question behind the lock');
      await terminal.see(/Not saved since \d\d:\d\d: /);
      expect('the user saw since when and why nothing is saved', true);
      rmSync(lock);
      await ask(stage, terminal, 'a question after it');
      await untilSaved(stage, 2);
      await settled(stage.repo);
      await ask(stage, terminal, 'one more question');
      await terminal.see(/Saved again: /);
      expect('and that it works again', true);
      await quit(terminal);
    });
  });
}

/** Waits until the failure is written down. */
async function failedOnce(root: string): Promise<void> {
  const mark = join(root, '.git', 'git-checkpoint', 'unsaved');
  for (let waited = 0; !existsSync(mark); waited += 100) {
    if (waited > 30_000) throw new Error('no save ever failed');
    await sleep(100);
  }
}
