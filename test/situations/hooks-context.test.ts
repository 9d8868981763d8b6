import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpointCount, end, fire, journal, prompt, start } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A transcript whose last answer used so many tokens of a window of 200,000. */
function transcriptAt(repo: TestRepo, tokens: number): { transcript_path: string } {
  const path = join(repo.home, 'transcript.jsonl');
  const message = {
    id: 'm1',
    model: 'claude-sonnet-4-6',
    role: 'assistant',
    content: [{ type: 'text', text: 'Done.' }],
    usage: { input_tokens: tokens, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 5 },
  };
  const records = [
    {
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      sessionId: 'session-1',
      message: { role: 'user', content: 'Go on.' },
    },
    { type: 'assistant', uuid: 'a1', parentUuid: 'u1', sessionId: 'session-1', message },
  ];
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return { transcript_path: path };
}

const batch = (id: string) => ({ hook_event_name: 'PostToolBatch', prompt_id: id, tool_calls: [] });
const newestTrigger = async (repo: TestRepo) =>
  JSON.parse(await checkpoint(repo, 'list', '--json', '-n', '1'))[0].trigger;

describe('a context that fills up', (it) => {
  it('is saved once when it crosses the threshold, and the user is told', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.askAgent', 'false');
      repo.write('a.txt', 'one\n');
      assert.is((await fire(repo, { ...prompt('p1'), ...transcriptAt(repo, 100_000) })).stdout, '');
      const crossing = await fire(repo, { ...prompt('p2'), ...transcriptAt(repo, 145_000) });
      assert.match(crossing.notice, /^Context 72% full\. Checkpoint saved: .* \(1: 1 file, \+1 -0\)$/);
      assert.is(await newestTrigger(repo), 'threshold');
      repo.write('a.txt', 'two\n');
      assert.is((await fire(repo, { ...batch('p2'), ...transcriptAt(repo, 150_000) })).stdout, '');
      assert.is(checkpointCount(repo), 1);
    }));

  it('is saved again after it shrank and grew', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await fire(repo, { ...batch('p1'), ...transcriptAt(repo, 150_000) });
      await fire(repo, { ...batch('p2'), ...transcriptAt(repo, 20_000) });
      repo.write('a.txt', 'two\n');
      await fire(repo, { ...batch('p3'), ...transcriptAt(repo, 150_000) });
      assert.is(checkpointCount(repo), 2);
    }));

  it('is saved at the threshold that the settings name', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.thresholdPercent', '90');
      repo.write('a.txt', 'one\n');
      await fire(repo, { ...batch('p1'), ...transcriptAt(repo, 150_000) });
      assert.is(checkpointCount(repo), 0);
    }));
});

describe('an agent whose context fills up', (it) => {
  const ASKED = 'The agent was asked to store what it knows.';

  it('is asked once for what it knows, while it works, and the user is told in one line', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const crossing = await fire(repo, { ...batch('p1'), ...transcriptAt(repo, 145_000) });
      assert.match(crossing.context, /^git-checkpoint: the context is 72% full/);
      assert.match(crossing.context, '`git checkpoint save --from -`');
      assert.match(crossing.context, /findings.*decisions.*next_actions/);
      assert.is(crossing.context.match(/\.(?: |$)/g)?.length, 2);
      // What this hook says to the user would be shown to the model alone.
      assert.is(crossing.notice, '');
      assert.is((await fire(repo, { ...batch('p2'), ...transcriptAt(repo, 150_000) })).stdout, '');
      const next = await fire(repo, { ...prompt('p3'), ...transcriptAt(repo, 150_000) });
      assert.match(
        next.notice,
        /^Context 72% full\. Checkpoint saved: .* The agent was asked to store what it knows\.$/,
      );
      assert.is((await fire(repo, { ...prompt('p4'), ...transcriptAt(repo, 150_000) })).stdout, '');
    }));

  it('is asked with the next batch when a prompt crossed the threshold, for the user waits for the answer to it', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const crossing = await fire(repo, { ...prompt('p1'), ...transcriptAt(repo, 145_000) });
      assert.is(crossing.context, '');
      assert.not.match(crossing.notice, ASKED);
      assert.match((await fire(repo, { ...batch('p1'), ...transcriptAt(repo, 146_000) })).context, 'is 73% full');
      const next = await fire(repo, { ...prompt('p2'), ...transcriptAt(repo, 147_000) });
      assert.is(next.notice, `Context 73% full. ${ASKED}`);
    }));

  it('is told and asked at once where the screen shows what a hook says after a tool', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const event = { hook_event_name: 'context_threshold', percent: 80 };
      const { context, notice } = await fire(repo, event, { agent: 'generic' });
      assert.match(context, 'is 80% full');
      assert.match(notice, ASKED);
    }));

  it('is asked again when the context shrank and grew', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const asked: boolean[] = [];
      for (const [at, tokens] of [145_000, 20_000, 145_000].entries())
        asked.push((await fire(repo, { ...batch(`p${at}`), ...transcriptAt(repo, tokens) })).context !== '');
      assert.equal(asked, [true, false, true]);
    }));

  it('is asked for a tool call where it knows the server', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'install', 'claude-code');
      const { context } = await fire(repo, { ...batch('p1'), ...transcriptAt(repo, 145_000) });
      assert.match(context, 'with the tool store_checkpoint');
      assert.not.match(context, '--from');
    }));

  it('is left alone when the settings say so', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.askAgent', 'false');
      repo.write('a.txt', 'one\n');
      const crossing = await fire(repo, { ...batch('p1'), ...transcriptAt(repo, 145_000) });
      assert.is(crossing.context, '');
      assert.not.match(crossing.notice, ASKED);
    }));

  it('stores it as its own words', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const document = { summary: 'Half of it', findings: ['The cache is never emptied'], next_actions: ['Empty it'] };
      const call = { input: JSON.stringify(document), env: { CLAUDECODE: '1' } };
      assert.is((await runMain(repo, ['save', '--from', '-'], call)).status, 0);
      const [{ summary, analysis }] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.equal(
        [summary, analysis.source, analysis.findings, analysis.next_actions],
        ['Half of it', 'agent', document.findings, document.next_actions],
      );
      assert.equal(analysis.evidence.next_actions, { by: 'agent' });
      const wrong = await runMain(repo, ['save', '--from', '-'], { input: '{"findings": "none", "nonsense": 1}' });
      assert.is(wrong.status, 129);
      assert.match(wrong.stderr, "not valid: 'findings', 'nonsense'");
    }));
});

describe('a compaction', (it) => {
  const compact = { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: null };

  it('is saved before, and the pack comes back after it', () =>
    withRepo(async (repo) => {
      await fire(repo, start('startup'));
      await fire(repo, prompt('p1'));
      repo.write('a.txt', 'before the compaction\n');
      assert.is((await fire(repo, compact)).status, 0);
      assert.is(await newestTrigger(repo), 'compact');
      const after = await fire(repo, start('compact'));
      assert.match(after.context, 'before the compaction');
      assert.match(after.notice, /^Checkpoint saved: /);
    }));

  it('asks the model that summarizes for what only the agent knows, unless the settings say no', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await fire(repo, { ...prompt('p1'), ...transcriptAt(repo, 1000) });
      const asked = await fire(repo, { ...compact, ...transcriptAt(repo, 1000) });
      assert.match(asked.context, /under the headings Findings, Decisions and Next steps: /);
      repo.git('config', 'checkpoint.askAgent', 'false');
      const left = await fire(repo, { ...compact, ...transcriptAt(repo, 1000), prompt_id: 'p2' });
      assert.match(left.context, 'must keep these facts');
      assert.not.match(left.context, 'Findings');
    }));

  it('is announced by Gemini CLI before every request, and saved once', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const storm: string[] = [];
      for (const at of [1, 2, 3]) {
        repo.write('a.txt', `${at}\n`);
        const event = { hook_event_name: 'PreCompress', trigger: 'auto', timestamp: `2026-01-01T00:00:0${at}Z` };
        await fire(repo, { hook_event_name: 'BeforeAgent', timestamp: `${at}` }, { agent: 'gemini-cli' });
        storm.push((await fire(repo, event, { agent: 'gemini-cli' })).stdout);
      }
      assert.equal(storm, ['{}\n', '{}\n', '{}\n']);
      assert.is(checkpointCount(repo), 1);
    }));

  it('leads to the pack at the next prompt of Gemini CLI when somebody asked for it, and not when it is only announced', () =>
    withRepo(async (repo) => {
      const agent = { agent: 'gemini-cli' };
      const compress = (trigger: string) => ({ hook_event_name: 'PreCompress', trigger, timestamp: trigger });
      const ask = (at: string) => fire(repo, { hook_event_name: 'BeforeAgent', timestamp: at }, agent);
      await ask('1');
      repo.write('a.txt', 'one\n');
      await fire(repo, compress('auto'), agent);
      assert.is((await ask('2')).context, '');
      await fire(repo, compress('manual'), agent);
      assert.match((await ask('3')).context, 'Resumed from checkpoint');
      assert.is((await ask('4')).context, '');
    }));
});

describe('a compaction of Copilot CLI in the middle of a turn', (it) => {
  it('leads to the pack after the next tool, once, and leaves no mark for the shell', () =>
    withRepo(async (repo) => {
      const agent = { agent: 'copilot-cli' };
      const mark = join(repo.home, '.local', 'state', 'git-checkpoint', 'due', 'session-1');
      const toolEnds = async (at: string) =>
        JSON.parse(
          (await fire(repo, { hook_event_name: 'PostToolUse', tool_name: 'Bash', timestamp: at }, agent)).stdout,
        );
      repo.write('a.txt', 'one\n');
      await fire(repo, { hook_event_name: 'UserPromptSubmit', prompt: 'Go on.', timestamp: '1' }, agent);
      assert.equal(await toolEnds('2'), {});
      await fire(repo, { hook_event_name: 'PreCompact', trigger: 'auto', timestamp: '3' }, agent);
      assert.ok(existsSync(mark));
      assert.match((await toolEnds('4')).additionalContext, 'Resumed from checkpoint');
      assert.not(existsSync(mark));
      assert.equal(await toolEnds('5'), {});
    }));
});

describe('a compaction before which nothing could be saved', (it) => {
  const compact = { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: null, prompt_id: 'p1' };
  const strict = { GIT_CHECKPOINT_BLOCK_UNSAVED_COMPACTION: 'true' };
  /** No checkpoint can be saved while a file stands where their refs go. */
  const inTheWay = (repo: TestRepo) => join(repo.root, '.git', 'refs', 'checkpoints');
  const workUnsaved = async (repo: TestRepo, agent = 'claude-code') => {
    await fire(repo, prompt('p1'), { agent });
    repo.write('a.txt', 'one\n');
    writeFileSync(inTheWay(repo), '');
  };

  it('goes on, with a line in the journal', () =>
    withRepo(async (repo) => {
      await workUnsaved(repo);
      const run = await fire(repo, compact);
      assert.equal([run.status, run.stdout], [0, '']);
      assert.match(journal(repo), / before-compact: /);
    }));

  it('is stopped when the settings say so, with the reason, as often as it is tried', () =>
    withRepo(async (repo) => {
      await workUnsaved(repo);
      for (const _ of ['at first', 'and at once again']) {
        const run = await fire(repo, compact, { env: strict });
        const { decision, reason } = JSON.parse(run.stdout);
        assert.equal([run.status, decision], [0, 'block']);
        assert.match(
          reason,
          /^git-checkpoint stopped the compaction, because work may be unsaved: .*refs\/checkpoints/,
        );
      }
      rmSync(inTheWay(repo));
      assert.is((await fire(repo, compact, { env: strict })).context.includes('must keep'), false);
      assert.is(await newestTrigger(repo), 'compact');
    }));

  it('is stopped in the words of Codex, and cannot be stopped in Gemini CLI', () =>
    withRepo(async (repo) => {
      await workUnsaved(repo, 'codex');
      const codex = JSON.parse((await fire(repo, compact, { agent: 'codex', env: strict })).stdout);
      assert.is(codex.continue, false);
      assert.match(codex.stopReason, 'git-checkpoint stopped the compaction');
      const event = { hook_event_name: 'PreCompress', trigger: 'manual', timestamp: '1' };
      assert.is((await fire(repo, event, { agent: 'gemini-cli', env: strict })).stdout, '{}\n');
    }));

  it('is stopped where not even the request to save can be written down', () =>
    withRepo(async (repo) => {
      writeFileSync(join(repo.root, '.git', 'git-checkpoint'), 'in the way');
      const env = { ...strict, XDG_STATE_HOME: join(repo.home, 'state') };
      assert.is(JSON.parse((await fire(repo, compact, { env })).stdout).decision, 'block');
    }));

  it('is stopped with the reason also where that cannot be written down', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      mkdirSync(join(repo.root, '.git', 'git-checkpoint'));
      writeFileSync(join(repo.root, '.git', 'git-checkpoint', 'sessions'), 'in the way');
      const { reason } = JSON.parse((await fire(repo, compact, { env: strict })).stdout);
      assert.match(reason, /^git-checkpoint stopped the compaction, because work may be unsaved: ENOTDIR: /);
    }));

  it('goes on when there was nothing to save', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'all of it');
      assert.is((await fire(repo, compact, { env: strict })).stdout, '');
      assert.is((await fire(repo, { ...compact, prompt_id: 'p2' }, { env: strict })).stdout, '');
    }));
});

describe('Gemini CLI after /clear', (it) => {
  it('gets with the next prompt what it drops at the start', () =>
    withRepo(async (repo) => {
      const gemini = { agent: 'gemini-cli' };
      repo.write('a.txt', 'what Gemini wrote\n');
      await fire(repo, { hook_event_name: 'BeforeAgent', timestamp: '1' }, gemini);
      await fire(repo, end('clear'), gemini);
      const next = await fire(repo, start('clear', 'session-2'), gemini);
      assert.is(next.context, '');
      assert.match(next.notice, 'Resumed from checkpoint');
      const before = { hook_event_name: 'BeforeAgent', session_id: 'session-2', timestamp: '2' };
      assert.match((await fire(repo, before, gemini)).context, 'what Gemini wrote');
      assert.is((await fire(repo, { ...before, timestamp: '3' }, gemini)).context, '');
    }));

  it('gets with a later prompt what could not be made for the next one', () =>
    withRepo(async (repo) => {
      const gemini = { agent: 'gemini-cli' };
      repo.write('a.txt', 'what Gemini wrote\n');
      await fire(repo, { hook_event_name: 'BeforeAgent', timestamp: '1' }, gemini);
      await fire(repo, end('clear'), gemini);
      await fire(repo, start('clear', 'session-2'), gemini);
      const before = { hook_event_name: 'BeforeAgent', session_id: 'session-2' };
      const config = readFileSync(join(repo.root, '.git/config'), 'utf8');
      repo.write('.git/config', `${config}[open\n`);
      assert.is((await fire(repo, { ...before, timestamp: '2' }, gemini)).context, '');
      repo.write('.git/config', config);
      assert.match((await fire(repo, { ...before, timestamp: '3' }, gemini)).context, 'what Gemini wrote');
    }));
});

describe('another agent', (it) => {
  it('goes on where the first one stopped', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'written under Claude Code\n');
      await fire(repo, prompt('p1'));
      await fire(repo, end('other'));
      const { context } = await fire(repo, start('startup', 'thread-1'), { agent: 'codex' });
      assert.match(context, 'written under Claude Code');
    }));
});
