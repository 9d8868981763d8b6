import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { checkpointCount, end, fire, prompt, start, stop } from '../support/hook-session.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A turn for each prompt, with an answer and the events of a turn. */
async function ask(repo: TestRepo, said: ClaudeTranscript, ...prompts: string[]): Promise<void> {
  for (const words of prompts) {
    const id = words.slice(0, 20);
    const transcript_path = join(repo.home, 'session-1.jsonl');
    await fire(repo, { ...prompt(id), transcript_path });
    said.prompt(words);
    said.say(`About that: ${words.length} things are worth knowing.`);
    writeFileSync(transcript_path, said.text);
    await fire(repo, { ...stop(id), transcript_path });
  }
}

const QUESTIONS = ['What does this project do?', 'Where is the entry point?', 'thanks', 'Why is it written in C?'];

describe('a session of questions', (it) => {
  it('makes one checkpoint, at its end', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await fire(repo, start('startup'));
      await ask(repo, new ClaudeTranscript(), ...QUESTIONS);
      assert.is(checkpointCount(repo), 0);
      await fire(repo, { ...end('clear'), transcript_path: join(repo.home, 'session-1.jsonl') });
      assert.is(checkpointCount(repo), 1);
      assert.match((await fire(repo, start('clear', 'session-2'))).context, 'Why is it written in C?');
    }));

  it('is saved with the turn when somebody changed a file meanwhile, and from the first goal on', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      const said = new ClaudeTranscript();
      await fire(repo, start('startup'));
      repo.write('by-hand.txt', 'x\n');
      await ask(repo, said, 'What does this project do?');
      assert.is(checkpointCount(repo), 1);
      await ask(repo, said, 'Where is the entry point?');
      assert.is(checkpointCount(repo), 1);
      await ask(repo, said, 'Plan a new entry point for the plugins');
      assert.is(checkpointCount(repo), 2);
    }));
});
