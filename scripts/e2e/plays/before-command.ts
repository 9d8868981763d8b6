import { expect } from '../expect.ts';
import { expectQuiet } from '../scenarios/work.ts';
import { onStage } from '../stage.ts';
import { type Player, prompt } from './player.ts';

/** A command that may destroy work is run after a save. */
export function beforeCommand(player: Pick<Player, 'agent' | 'headless' | 'shell'>): Promise<void> {
  return onStage(async (stage) => {
    stage.client(player.agent);
    stage.checkpoint('install', player.agent);
    stage.repo.write('by-hand.txt', 'not saved anywhere\n');
    stage.model.say({ tools: [player.shell('rm -rf by-hand.txt')] }, { text: 'CLEANED' });
    await prompt(stage, player, 'Please clean up');
    const first = stage.repo.git('show', 'refs/checkpoints/1:by-hand.txt');
    expect('what the command removed is in the checkpoint before it', first === 'not saved anywhere', first);
    expectQuiet(stage);
  });
}
