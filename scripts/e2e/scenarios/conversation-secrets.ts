import { join } from 'node:path';
import { planted, secretParts } from '../../../test/support/planted-secrets.ts';
import { expect, expectIn } from '../expect.ts';
import { put } from '../put.ts';
import { onStage } from '../stage.ts';
import { forEachTalk, play, savedWith, type Talk } from './rewind.ts';
import { expectQuiet } from './work.ts';

/** Secrets of every kind are in the prompt, in what a tool prints and in the answer: the transcript has them, no object does. */
function planting(talk: Talk): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', talk.install);
    const file = join(stage.repo.home, 'secrets.txt');
    const all = Object.values(planted).join('\n');
    put(file, `${all}\n`);
    stage.model.say(
      { text: 'I look.', tools: [talk.shell(`cat ${file}`)] },
      talk.write(stage, 'turn-1.txt', 'content 1\n'),
      { text: `I found ${all}` },
    );
    await play(stage, talk, { prompt: `Use these:\n${all}`, session: undefined });
    const number = await savedWith(stage, 'turn-1.txt');
    expectIn(stage.model.requests.at(-1), { 'the secrets': planted['github'] ?? '' });
    const objects = stage.repo.git('cat-file', '--batch-all-objects', '--batch');
    expect('the conversation is stored', objects.includes(talk.mark) && objects.includes('[REDACTED:'));
    const found = secretParts().filter(({ text }) => objects.includes(text));
    expect('no secret is in any object', found.length === 0, found.map(({ kind }) => kind).join());
    const outcome = JSON.parse(stage.checkpoint('rewind', number, '--conversation', '--json'));
    await play(stage, talk, { prompt: 'PROMPT-NEXT', session: outcome.session.id });
    expectIn(stage.model.requests.at(-1), { 'what is left, in the session that goes on': '[REDACTED:' });
    expectQuiet(stage);
  });
}

export const secretScenarios = forEachTalk('conversation-secrets', planting);
