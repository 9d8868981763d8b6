import { expect } from '../expect.ts';
import { expectPack, expectQuiet, TASK, untilSaved } from '../scenarios/work.ts';
import { onStage } from '../stage.ts';
import { type Player, prompt, requestOf, sayWork } from './player.ts';

/** Settings that the project brings along do what those of the user do, and go again. */
export function inProject(player: Player): Promise<void> {
  return onStage(async (stage) => {
    const { agent } = player;
    stage.client(agent);
    stage.checkpoint('install', agent, '--project');
    stage.repo.commit('Settings of the project');
    sayWork(stage, player);
    await prompt(stage, player, TASK);
    await untilSaved(stage, 1);
    await prompt(stage, player, 'Go on, please');
    expectPack(stage, undefined, requestOf(stage, 'Go on, please'));
    stage.checkpoint('uninstall', agent, '--project');
    const left = stage.repo.tryGit('grep', '--untracked', '-l', 'git-checkpoint').stdout;
    expect('nothing of it is left in the project', left === '', left);
    expectQuiet(stage);
  });
}
