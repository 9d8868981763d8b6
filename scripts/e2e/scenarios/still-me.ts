import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectIn } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, CONTENT, claudeArguments, quit, TASK, work } from './work.ts';

/** A session works and ends; what changes then about the user does not make its checkpoint that of somebody else. */
function resumedAfter(change: (stage: Stage) => Stage): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', 'claude-code');
    const command = [...stage.client('claude-code'), ...claudeArguments];
    await inTerminal(stage, command, async (terminal) => {
      await work(stage, terminal);
      await quit(terminal);
    });
    await inTerminal(change(stage), command, async (terminal) => {
      await terminal.see(/Resumed from checkpoint/);
      await ask(stage, terminal, 'where were we?');
      expectIn(stage.model.requests.at(-1), { 'the task': TASK, 'the changed file': CONTENT });
      await quit(terminal);
    });
  });
}

/** A changed e-mail address. */
export function stillMe(): Promise<void> {
  return resumedAfter((stage) => {
    stage.repo.git('config', 'user.email', 'another@example.com');
    return stage;
  });
}

/** HOME is not set. What client and hooks write goes to the stage's home by variables of its own, not to that of whoever plays this. */
export function stillMeWithoutHome(): Promise<void> {
  return resumedAfter((stage) => {
    const { HOME: home = '', ...env } = stage.env;
    const settings = join(home, '.claude');
    copyFileSync(join(home, '.claude.json'), join(settings, '.claude.json'));
    const state = join(home, '.local', 'state');
    return { ...stage, env: { ...env, CLAUDE_CONFIG_DIR: settings, XDG_STATE_HOME: state } };
  });
}
