import { expect, expectIn } from '../expect.ts';
import { expectQuiet, untilSaved } from '../scenarios/work.ts';
import { onStage } from '../stage.ts';
import { type Player, prompt } from './player.ts';

/** The model stores a checkpoint by the server that was installed, and the model of the next session reads it back by the same. */
export function byServer(player: Player): Promise<void> {
  return onStage(async (stage) => {
    const { agent, call } = player;
    stage.client(agent);
    stage.checkpoint('install', agent);
    stage.repo.write('a.ts', 'export const a = 2;\n');
    const words = { summary: 'Set a to two', findings: ['A counts the visitors'], next_actions: ['Set a to three'] };
    stage.model.say(...call('store_checkpoint', words), { text: 'It is stored.' });
    await prompt(stage, player, 'Please store what you know');
    expectIn(stage.model.requests.at(-1), { 'the number of what it stored': /CHECKPOINT-0000\d/ });
    await untilSaved(stage, 1);
    const saved = JSON.parse(stage.checkpoint('list', '--json')) as Listed[];
    const own = saved.find(({ analysis }) => analysis.source === 'agent');
    expect('it is stored in the words of the model', own?.analysis.findings[0] === words.findings[0]);
    expect('in the name of the agent', own?.session?.agent === agent, JSON.stringify(own?.session));
    stage.model.say(...call('resume_checkpoint', { id: own?.number }), { text: 'It is read.' });
    await prompt(stage, player, 'Please read what was stored');
    expectIn(
      { text: stage.model.requests.at(-1)?.last ?? '', last: '', hasTools: true, streamed: true },
      {
        'the finding, in the answer of the tool': 'A counts the visitors',
        'the next step': 'Set a to three',
      },
    );
    expectQuiet(stage);
  });
}

interface Listed {
  readonly number: number;
  readonly session?: { readonly agent: string };
  readonly analysis: { readonly source: string; readonly findings: readonly string[] };
}
