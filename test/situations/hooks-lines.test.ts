import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { end, fire, start } from '../support/hook-session.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A session of Claude Code with a transcript, in a process of its own. */
class TalkingSession {
  private readonly repo: TestRepo;
  private readonly id: string;
  private readonly env: Record<string, string>;
  private readonly records: object[] = [];

  constructor(repo: TestRepo, id: string, pid: number) {
    this.repo = repo;
    this.id = id;
    this.env = { CLAUDE_PID: String(pid), CLAUDE_PROJECT_DIR: repo.root };
  }

  begin(source = 'startup') {
    return this.fire(start(source, this.id));
  }

  /** One turn: words of the user, words of the agent, perhaps a file. */
  async turn(user: string, agent: string, path?: string): Promise<void> {
    const at = () => new Date().toISOString();
    const common = { sessionId: this.id, cwd: this.repo.root, version: '2.1.325' };
    const prompt_id = `${this.id} ${this.records.length}`;
    await this.fire({ hook_event_name: 'UserPromptSubmit', prompt: user, prompt_id });
    if (path !== undefined) this.repo.write(path, `${agent}\n`);
    this.records.push(
      { ...common, type: 'user', uuid: `${prompt_id} u`, timestamp: at(), message: { role: 'user', content: user } },
      {
        ...common,
        type: 'assistant',
        uuid: `${prompt_id} a`,
        timestamp: at(),
        message: { id: prompt_id, role: 'assistant', content: [{ type: 'text', text: agent }] },
      },
    );
    writeFileSync(this.transcript, this.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await this.fire({ hook_event_name: 'Stop', prompt_id, last_assistant_message: agent });
  }

  compact() {
    return this.begin('compact');
  }

  end(reason: string) {
    return this.fire(end(reason, this.id));
  }

  private get transcript(): string {
    return join(this.repo.home, `${this.id}.jsonl`);
  }

  private fire(payload: Readonly<Record<string, unknown>>) {
    const whole = { session_id: this.id, transcript_path: this.transcript, ...payload };
    return fire(this.repo, whole, { env: this.env });
  }
}

/** Two processes that live as long as this one. */
const [ONE, OTHER] = [process.pid, process.ppid];

/** ALPHA and BETA, worked on in turns by two sessions of one worktree. */
async function interleaved(repo: TestRepo) {
  repo.commit('begin');
  const alpha = new TalkingSession(repo, 'session-alpha', ONE);
  const beta = new TalkingSession(repo, 'session-beta', OTHER);
  await alpha.begin();
  await beta.begin();
  await alpha.turn('Please build the ALPHA parser', 'ALPHA parser begun. Next: test ALPHA.', 'alpha.txt');
  await beta.turn('Please build the BETA writer', 'BETA writer begun. Next: test BETA.', 'beta.txt');
  await alpha.turn('Add errors to the ALPHA parser', 'ALPHA errors added. Next: document ALPHA.', 'alpha2.txt');
  await beta.turn('Add colours to the BETA writer', 'BETA colours added. Next: document BETA.', 'beta2.txt');
  return { alpha, beta };
}

/** The words of a pack, without the files: both sessions see those in the working tree. */
const words = (context: string) =>
  context.replace(/^.*(?:alpha|beta)2?\.txt.*$/gm, '').replace(/^```[\s\S]*?^```$/gm, '');

describe('two sessions in one worktree', (it) => {
  it('each get their own work back after a compaction', () =>
    withRepo(async (repo) => {
      const { alpha, beta } = await interleaved(repo);
      const ofAlpha = (await alpha.compact()).context;
      assert.match(ofAlpha, 'Current task:\nAdd errors to the ALPHA parser');
      assert.not.match(words(ofAlpha), /beta/i);
      const ofBeta = (await beta.compact()).context;
      assert.match(ofBeta, 'Current task:\nAdd colours to the BETA writer');
      assert.not.match(words(ofBeta), /alpha/i);
    }));

  it('each get their own work back after /clear', () =>
    withRepo(async (repo) => {
      const { alpha } = await interleaved(repo);
      await alpha.end('clear');
      const next = new TalkingSession(repo, 'session-alpha-2', ONE);
      const { context } = await next.begin('clear');
      assert.match(context, 'Add errors to the ALPHA parser');
      assert.not.match(words(context), /beta/i);
    }));

  it('leave two lines of work: a new session gets the newest in full and is told of the other', () =>
    withRepo(async (repo) => {
      const { alpha, beta } = await interleaved(repo);
      await alpha.end('prompt_input_exit');
      await beta.turn('Last words on BETA', 'BETA ended. Next: ship BETA.', 'beta3.txt');
      await beta.end('prompt_input_exit');
      const next = new TalkingSession(repo, 'session-new', ONE);
      const { context, notice } = await next.begin();
      const [other = '', pack = ''] = context.split(/\n\n(?=Resumed from)/);
      assert.match(other, /^Other work in this working tree, not part of what follows:\nAlso unfinished: .*ALPHA/);
      assert.match(notice, /Also unfinished: .*ALPHA.*`git checkpoint resume \d+`/);
      assert.match(pack, 'Intent: Please build the BETA writer');
      assert.not.match(words(pack), /alpha/i);
      await next.turn('Now more BETA', 'BETA is done.', 'beta4.txt');
      await next.end('prompt_input_exit');
      const last = (await new TalkingSession(repo, 'session-last', ONE).begin()).context;
      assert.match(last, 'Now more BETA');
      assert.is(last.split('Also unfinished').length, 2);
    }));

  it('do not take over what the other still works on', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      const alpha = new TalkingSession(repo, 'session-alpha', ONE);
      await alpha.begin();
      await alpha.turn('Please build the ALPHA parser. We use tabs.', 'ALPHA parser begun.', 'alpha.txt');
      const beta = new TalkingSession(repo, 'session-beta', OTHER);
      assert.match((await beta.begin()).context, 'ALPHA parser');
      await beta.turn('Please build the BETA writer', 'BETA writer begun. Next: test BETA.', 'beta.txt');
      assert.not.match(words(await checkpoint(repo, 'resume', '2')), /alpha/i);
    }));

  it('compare a conversation that goes on with its own last checkpoint', () =>
    withRepo(async (repo) => {
      const { alpha, beta } = await interleaved(repo);
      await alpha.end('prompt_input_exit');
      await beta.turn('Overwrite ALPHA', 'Overwritten.', 'alpha.txt');
      await beta.end('prompt_input_exit');
      const { context } = await alpha.begin('resume');
      assert.match(context, /^Since checkpoint \d+ of this session:\n/);
      assert.match(context, /Changed since: .*alpha\.txt/);
    }));

  it('tell a conversation that was copied only what changed', () =>
    withRepo(async (repo) => {
      const { alpha } = await interleaved(repo);
      await alpha.end('prompt_input_exit');
      const fork = new TalkingSession(repo, 'session-fork', ONE);
      const { context } = await fork.begin('fork');
      assert.not.match(context, 'Resumed from checkpoint');
    }));
});
