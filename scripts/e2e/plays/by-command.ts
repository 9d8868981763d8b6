import { setTimeout as sleep } from 'node:timers/promises';
import { expectIn } from '../expect.ts';
import { expectQuiet } from '../scenarios/work.ts';
import { onStage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import type { Player, TerminalManners } from './player.ts';

const SAYS = 'Create a checkpoint with the following information';

/** The command that was installed reaches the model with what was typed behind it. */
export function byCommand(player: Player, manners: TerminalManners): Promise<void> {
  return onStage(async (stage) => {
    const client = stage.client(player.agent);
    stage.checkpoint('install', player.agent);
    stage.repo.write('a.ts', 'export const a = 2;\n');
    stage.model.say({ tools: [player.shell("git checkpoint save -m 'Set a to two'")] }, { text: 'SAVED BY COMMAND' });
    await inTerminal(stage, [...client, ...manners.args], async (terminal) => {
      await manners.begin(terminal);
      // Commands are read beside the screen.
      await sleep(3000);
      await terminal.send(manners.command('all about the visitors'));
      await terminal.see(/SAVED BY COMMAND/);
    });
    const [first] = stage.model.requests;
    expectIn(first, { 'what the command says': SAYS, 'what was typed behind it': 'all about the visitors' });
    expectIn(stage.model.requests.at(-1), { 'what the program printed': /Checkpoint saved: Set a to two/ });
    expectQuiet(stage);
  });
}
