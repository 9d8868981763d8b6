import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../expect.ts';
import { put } from '../put.ts';
import { expectPack, expectQuiet, TASK, untilSaved } from '../scenarios/work.ts';
import { onStage } from '../stage.ts';
import { type Player, prompt, requestOf, sayWork } from './player.ts';

/** What one run did, the next one knows; entries of others survive install and uninstall around it. */
export function acrossRuns(player: Player): Promise<void> {
  return onStage(async (stage) => {
    const { agent } = player;
    const path = (name: string) => join(stage.repo.home, name);
    stage.client(agent);
    for (const [name, text] of Object.entries(player.foreign ?? {})) put(path(name), text);
    const before = player.settings.map((name) => [name, readFileSync(path(name), 'utf8')] as const);
    stage.checkpoint('install', agent);
    sayWork(stage, player);
    await prompt(stage, player, TASK);
    await untilSaved(stage, 1);
    const [saved] = JSON.parse(stage.checkpoint('list', '--json'));
    expect('the turn was saved in the name of the agent', saved.session.agent === agent, JSON.stringify(saved.session));
    await prompt(stage, player, 'Go on, please');
    // Some clients write more into a transcript after the turn: that is saved with the next start.
    expectPack(stage, undefined, requestOf(stage, 'Go on, please'));
    stage.checkpoint('uninstall', agent);
    for (const [name, text] of before) {
      const now = readFileSync(path(name), 'utf8');
      expect(`${name} is as before`, now === text, now);
    }
    expectQuiet(stage);
  });
}
