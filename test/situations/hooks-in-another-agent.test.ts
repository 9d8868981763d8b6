import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { fire, journal } from '../support/hook-session.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const folder = new URL('../../fixtures/hooks/in-another-agent/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

/** What each agent has in the environment of its hooks. */
const environments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  copilot: { COPILOT_CLI: '1' },
  grok: { GROK_SESSION_ID: read('grok-session-start').session_id },
};

/** Fires a payload that another agent sent to an entry of Claude Code's settings. */
function fireIn(repo: TestRepo, name: string, args: readonly string[] = []) {
  const payload = { ...read(name), cwd: repo.root };
  const env = { CLAUDE_PID: '', CLAUDE_PROJECT_DIR: repo.root, ...environments[name.split('-')[0] ?? ''] };
  return fire(repo, payload, { env, args });
}

function withWork(use: (repo: TestRepo) => Promise<void>): Promise<void> {
  return withRepo(async (repo) => {
    repo.write('a.txt', 'one\n');
    repo.commit('begin');
    repo.write('a.txt', 'one\ntwo\n');
    await use(repo);
  });
}

describe('hooks of Claude Code that another agent runs', (it) => {
  it('save the work of Copilot under its own name', () =>
    withWork(async (repo) => {
      await fireIn(repo, 'copilot-user-prompt-submit');
      await fireIn(repo, 'copilot-stop');
      const [saved] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.is(saved.session.agent, 'copilot-cli');
      assert.is(saved.session.id, read('copilot-stop').session_id);
      assert.is(journal(repo), '');
    }));

  it('hand Copilot the whole pack in one flat answer, and nothing with the entry of the second part', () =>
    withWork(async (repo) => {
      await checkpoint(repo, 'save', '-m', 'Add a second line');
      const first = await fireIn(repo, 'copilot-session-start', ['--part', '1/2']);
      const second = await fireIn(repo, 'copilot-session-start', ['--part', '2/2']);
      const answer = JSON.parse(first.stdout);
      assert.equal(Object.keys(answer), ['additionalContext']);
      assert.match(answer.additionalContext, /^Resumed from checkpoint: Add a second line/);
      assert.match(answer.additionalContext, 'More: `git checkpoint show 1`');
      assert.is(second.stdout, '{}\n');
    }));

  it('handle an event once when two entries of Claude Code bring it', () =>
    withWork(async (repo) => {
      await checkpoint(repo, 'save', '-m', 'Add a second line');
      const answers = [
        await fireIn(repo, 'copilot-session-start', ['--part', '1/2']),
        await fireIn(repo, 'copilot-session-start', ['--part', '1/2']),
      ];
      assert.equal(
        answers.map(({ stdout }) => stdout === '{}\n'),
        [false, true],
      );
    }));

  it('save the work of Grok, tell it nothing, and leave the question for who can be asked', () =>
    withWork(async (repo) => {
      await checkpoint(repo, 'save', '-m', 'Add a second line');
      const started = await fireIn(repo, 'grok-session-start');
      assert.is(started.stdout, '{}\n');
      repo.write('a.txt', 'three\n');
      await fireIn(repo, 'grok-user-prompt-submit');
      await fireIn(repo, 'grok-stop');
      const [saved] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.is(saved.session.agent, 'grok');
      assert.is(journal(repo), '');
    }));

  it('stay those of Claude Code when Copilot started it', () =>
    withWork(async (repo) => {
      const env = { ...environments['copilot'], CLAUDE_CODE_SESSION_ID: 'session-1' };
      await fire(repo, { hook_event_name: 'UserPromptSubmit', prompt: 'Go on.' }, { env });
      await fire(repo, { hook_event_name: 'Stop', last_assistant_message: '' }, { env });
      const [saved] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.is(saved.session.agent, 'claude-code');
    }));
});
