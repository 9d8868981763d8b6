import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { bash, checkpointCount, end, fire, prompt, start, stop } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** When the save by hand happens; what the transcript tells before it has the clock of the transcript. */
const SAVED_AT = '2026-01-01T01:00:00Z';
const LATER = { timestamp: '2026-01-01T02:00:00Z' };

class Playing {
  readonly transcript = new ClaudeTranscript();
  readonly #path: string;
  readonly repo: TestRepo;

  constructor(repo: TestRepo) {
    this.repo = repo;
    this.#path = join(repo.home, 'session-1.jsonl');
  }

  /** The first turn: something is asked for, made and saved by the hook. */
  async work(): Promise<void> {
    this.repo.write('src/auth.js', 'export const auth = 1;\n');
    this.repo.commit('begin');
    await this.fire(start('startup'));
    await this.fire(prompt('p1'));
    this.transcript.prompt('Implement JWT validation in src/auth.js');
    this.edit('e1', {});
    this.repo.write('src/auth.js', 'export const auth = 2;\n');
    this.transcript.say('The middleware checks the signature now.');
    await this.fire(stop('p1'));
  }

  edit(id: string, fields: Readonly<Record<string, unknown>>): void {
    const input = { file_path: '/srv/demo/src/auth.js', old_string: '1', new_string: '2' };
    this.transcript.add('assistant', {
      message: { id: `m-${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name: 'Edit', input }] },
      ...fields,
    });
    this.transcript.result(id, 'done', { toolUseResult: { filePath: input.file_path }, ...fields });
  }

  async saveByHand(...args: string[]): Promise<void> {
    this.write();
    const source = ['--transcript', this.#path, '--agent', 'claude-code', '--session', 'session-1'];
    const run = await runMain(this.repo, ['save', ...source, ...args], { now: () => new Date(SAVED_AT) });
    assert.is(run.status, 0, run.stderr);
  }

  /** The user types the command, the agent runs the save and tells about it. */
  async saveByCommand(): Promise<void> {
    this.transcript.prompt(
      '<command-message>checkpoint-save</command-message>\n<command-name>/checkpoint-save</command-name>\n<command-args>JWT validation works</command-args>',
    );
    this.transcript.call('s1', 'Bash', { command: 'git checkpoint save -m "JWT validation works"' });
    await this.saveByHand(...GIVEN);
    this.transcript.result('s1', 'Checkpoint saved: JWT validation works (2)', LATER);
    this.say('Saved as checkpoint 2. Next steps:\n\n- Look at the weather');
    await this.fire(stop('p2'));
  }

  say(text: string): void {
    this.transcript.add('assistant', {
      message: {
        id: `m-${text.slice(0, 9)}`,
        role: 'assistant',
        stop_reason: 'end_turn',
        content: [{ type: 'text', text }],
      },
      ...LATER,
    });
  }

  write(): void {
    writeFileSync(this.#path, this.transcript.text);
  }

  async fire(payload: Readonly<Record<string, unknown>>) {
    this.write();
    return fire(this.repo, { ...payload, transcript_path: this.#path });
  }

  async clear(): Promise<string> {
    await this.fire(end('clear'));
    return (await fire(this.repo, start('clear', 'session-2'))).context;
  }
}

const GIVEN = [
  ...['-m', 'JWT validation works', '--task', 'Finish the token refresh', '--state', 'Expired tokens are refused'],
  ...[
    '--next',
    'Add token refresh',
    '--next',
    'Update the docs',
    '--blocker',
    'Waiting for the key of the test server',
  ],
];

describe('what a session knew', (it) => {
  it('stays its own in a save before a command, for which the transcript is not read', () =>
    withRepo(async (repo) => {
      const playing = new Playing(repo);
      await playing.work();
      repo.write('src/auth.js', 'export const auth = 3;\n');
      await playing.fire(bash('git reset --hard'));
      const { anchor, analysis } = JSON.parse(await checkpoint(repo, 'show', '2', '--json'));
      assert.is(anchor, 'before git reset --hard');
      assert.equal(analysis.evidence.session_intent, { by: 'user', turn: 1 });
    }));
});

describe('words given with a save', (it) => {
  it('lead what the next session reads, and the automatic saves after them make no checkpoint', () =>
    withRepo(async (repo) => {
      const playing = new Playing(repo);
      await playing.work();
      await playing.saveByCommand();
      const pack = await playing.clear();
      assert.is(checkpointCount(repo), 2);
      assert.match(pack, /^Resumed from checkpoint: JWT validation works/m);
      const given = ['Finish the token refresh', 'Add token refresh', 'Update the docs', 'Waiting for the key'];
      for (const words of [...given, 'Expired tokens are refused']) assert.match(pack, words);
      assert.not.match(pack, '/checkpoint-save');
      assert.not.match(pack, 'weather');
    }));

  it('stay in force when the work goes on, beside what is new', () =>
    withRepo(async (repo) => {
      const playing = new Playing(repo);
      await playing.work();
      await playing.saveByHand(...GIVEN);
      playing.transcript.prompt('go on', LATER);
      playing.edit('e2', LATER);
      repo.write('src/auth.js', 'export const auth = 3;\n');
      playing.say('The header is read. Next: write the changelog entry');
      await playing.fire(stop('p2'));
      assert.is(checkpointCount(repo), 3);
      const [{ summary, analysis }] = JSON.parse(await checkpoint(repo, 'list', '--json', '-n', '1'));
      assert.is(summary, 'JWT validation works');
      assert.is(analysis.current_task, 'Finish the token refresh');
      assert.equal(analysis.next_actions.slice(0, 2), ['Add token refresh', 'Update the docs']);
      assert.match(analysis.next_actions.join('\n'), 'changelog entry');
      assert.equal(analysis.blockers, ['Waiting for the key of the test server']);
      assert.is(analysis.current_state[0], 'Expired tokens are refused');
    }));

  it('give way to a new goal of the user', () =>
    withRepo(async (repo) => {
      const playing = new Playing(repo);
      await playing.work();
      await playing.saveByHand(...GIVEN);
      playing.transcript.prompt('Write a parser for configuration files in YAML with anchors', LATER);
      playing.edit('e2', LATER);
      repo.write('src/yaml.js', 'export const parse = 1;\n');
      playing.say('The parser reads anchors.');
      await playing.fire(stop('p2'));
      const [{ summary, analysis }] = JSON.parse(await checkpoint(repo, 'list', '--json', '-n', '1'));
      assert.match(summary, 'parser');
      assert.match(analysis.current_task, 'Write a parser');
      assert.equal([analysis.next_actions, analysis.blockers], [[], []]);
    }));
});
