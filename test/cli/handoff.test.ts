import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { twoTurns } from '../support/claude-session.ts';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('git checkpoint handoff', (it) => {
  it('prints the text and records who received it', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const text = await checkpoint(repo, 'handoff', '1', '--to', 'gemini', '--print');
      assert.match(text, /^You take over work[\s\S]*Resumed from checkpoint: turn 1/);
      const { handoffs } = JSON.parse(await checkpoint(repo, 'show', '1', '--json'));
      assert.is(handoffs.length, 1);
      assert.is(handoffs[0].to, 'gemini-cli');
      assert.ok(handoffs[0].tokens > 50);
    }));

  it('gives the text to the agent as its first prompt, and tells it nothing twice', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const bin = join(repo.home, 'bin');
      mkdirSync(bin);
      const script =
        '#!/bin/sh\nfor word; do printf "%s\\0" "$word"; done > "$HOME/words"\necho "$GIT_CHECKPOINT_AUTO_RESUME_ON_START" > "$HOME/told"\nexit 3\n';
      writeFileSync(join(bin, 'codex'), script);
      chmodSync(join(bin, 'codex'), 0o755);
      const env = { PATH: `${bin}:${process.env['PATH']}` };
      const run = await runMain(repo, ['handoff', '--to', 'codex', '--', 'exec', '--json'], { env });
      assert.is(run.status, 3, 'the exit code is the agent’s');
      const [exec, json, prompt] = readFileSync(join(repo.home, 'words'), 'utf8').split('\0');
      assert.equal([exec, json], ['exec', '--json']);
      assert.match(prompt ?? '', 'Resumed from checkpoint: turn 2');
      assert.is(readFileSync(join(repo.home, 'told'), 'utf8'), 'false\n');
    }));

  it('is no task of the session that received it', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const text = await checkpoint(repo, 'handoff', '--to', 'claude', '--print');
      const transcript = new ClaudeTranscript();
      transcript.prompt(text);
      transcript.say('Now the tests pass.');
      const path = join(repo.home, 'next.jsonl');
      writeFileSync(path, transcript.text);
      await checkpoint(repo, 'save', '--transcript', path);
      const pack = await checkpoint(repo, 'resume');
      assert.match(pack, 'Now the tests pass.');
      assert.not.match(pack, 'You take over work');
      assert.is(pack.split('Resumed from checkpoint').length, 2);
    }));

  it('says what is missing', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      assert.is((await runMain(repo, ['handoff'])).status, 129);
      const nowhere = await runMain(repo, ['handoff', '--to', 'codex']);
      assert.is(nowhere.status, 1);
      assert.match(nowhere.stderr, 'there is no terminal to start the agent on');
      const absent = await runMain(repo, ['handoff', '--to', 'codex', '--', 'exec'], { env: { PATH: '/nowhere' } });
      assert.match(absent.stderr, 'cannot start codex');
    }));
});
