import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../expect.ts';
import { put } from '../put.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { claudeArguments, quit, work } from './work.ts';

/** `git checkpoint status` as the status line of Claude Code: the newest checkpoint of this working tree. */
export function claudeStatus(): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', 'claude-code');
    const path = join(stage.repo.home, '.claude', 'settings.json');
    const statusLine = { type: 'command', command: 'git-checkpoint status' };
    put(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), statusLine }, null, 2));
    await inTerminal(stage, [...stage.client('claude-code'), ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      stage.model.say({ text: 'A SHORT ANSWER' });
      await terminal.send('one more question');
      await terminal.see(/A SHORT ANSWER/);
      await terminal.see(/checkpoint [12], (?:just now|\d+ minutes? ago) · /);
      expect('the line names the newest checkpoint', true);
      await quit(terminal);
    });
  });
}
