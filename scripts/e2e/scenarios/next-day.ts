import { setTimeout as sleep } from 'node:timers/promises';
import { expect, expectIn } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal, type Terminal } from '../terminal.ts';
import { ask, claudeArguments, expectPack, expectQuiet, quit, untilSaved, work } from './work.ts';

function twoSessions(end: (stage: Stage, terminal: Terminal) => Promise<void>, checkpoint: number): Promise<void> {
  return onStage(async (stage) => {
    const command = [...stage.client('claude-code'), ...claudeArguments];
    stage.checkpoint('install', 'claude-code');
    await inTerminal(stage, command, async (terminal) => {
      await work(stage, terminal);
      await end(stage, terminal);
    });
    await inTerminal(stage, command, async (terminal) => {
      await terminal.see(/SessionStart:startup says: .*Resumed from checkpoint/s);
      await ask(stage, terminal, 'where were we?');
      expectPack(stage, checkpoint);
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}

/** Exit, and a new start. */
export function exit(): Promise<void> {
  return twoSessions((_stage, terminal) => quit(terminal), 1);
}

/** The client is killed between two turns, and started anew. */
export function killed(): Promise<void> {
  return twoSessions(async (_stage, terminal) => {
    terminal.kill();
    await terminal.exited();
  }, 1);
}

/** A plain sleep is refused by the client. */
const LONG_COMMAND = 'node -e "setTimeout(() => {}, 60000)"';

/** The client is killed in the middle of a turn: what it had done by then is saved by the next session. */
export function killedWorking(): Promise<void> {
  return onStage(async (stage) => {
    const command = [...stage.client('claude-code'), ...claudeArguments, '--allowedTools', 'Bash(node:*)'];
    stage.checkpoint('install', 'claude-code');
    await inTerminal(stage, command, async (terminal) => {
      await work(stage, terminal);
      const path = `${stage.repo.root}/half.txt`;
      const wait = { name: 'Bash', input: { command: LONG_COMMAND, description: 'Wait' } };
      const write = { name: 'Write', input: { file_path: path, content: 'half of the work\n' } };
      stage.model.say({ tools: [write] }, { tools: [wait] });
      await terminal.send('Now do the other half');
      await terminal.see(/setTimeout/);
      await sleep(1000);
      terminal.kill();
      await terminal.exited();
    });
    await inTerminal(stage, command, async (terminal) => {
      await terminal.see(/SessionStart:startup says: .*Resumed from checkpoint/s);
      await untilSaved(stage, 2);
      await ask(stage, terminal, 'where were we?');
      expectIn(stage.model.requests.at(-1), {
        'what was typed last': 'Now do the other half',
        'what was written last': 'half of the work',
      });
      await quit(terminal);
    });
    const saved = JSON.parse(stage.checkpoint('list', '--json')).find((one: { number: number }) => one.number === 2);
    expect('it was saved as recovered', saved?.trigger === 'recover', JSON.stringify(saved));
  });
}
