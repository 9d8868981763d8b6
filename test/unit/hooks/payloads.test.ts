import { readdirSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import type { HookEvent } from '../../../src/agents/hook-event.ts';
import { loadHooks } from '../../../src/agents/registry.ts';
import { describe } from '../../support/suite.ts';

const folder = new URL('../../../fixtures/hooks/', import.meta.url);

const read = (agent: string, name: string) => JSON.parse(readFileSync(new URL(`${agent}/${name}`, folder), 'utf8'));

/** What each recorded payload means; a payload without an entry must mean nothing to us. */
const meanings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'claude-code/session-start-startup.json': { kind: 'session-start', source: 'startup' },
  'claude-code/session-start-clear.json': { kind: 'session-start', source: 'clear' },
  'claude-code/session-start-compact.json': { kind: 'session-start', source: 'compact' },
  'claude-code/session-end-clear.json': { kind: 'session-end', reason: 'clear' },
  'claude-code/session-end-prompt-input-exit.json': { kind: 'session-end', reason: 'prompt_input_exit' },
  'claude-code/session-start-resume.json': { kind: 'session-start', source: 'resume' },
  'claude-code/session-start-fork.json': { kind: 'session-start', source: 'fork' },
  'claude-code/session-end-other.json': { kind: 'session-end', reason: 'other' },
  'claude-code/pre-tool-use-bash.json': { kind: 'before-command', command: 'git status --short' },
  'claude-code/post-tool-batch.json': { kind: 'tools-done' },
  'claude-code/pre-compact-manual.json': { kind: 'before-compact', trigger: 'manual' },
  'claude-code/user-prompt-submit.json': { kind: 'prompt' },
  'claude-code/stop.json': { kind: 'turn-end', said: 'REPLY-TO-ALPHA' },
  'claude-code/pre-compact-auto.json': { kind: 'before-compact', trigger: 'auto' },
  'codex/session-start-startup.json': { kind: 'session-start', source: 'startup' },
  'codex/session-end-other.json': { kind: 'session-end', reason: 'other' },
  'codex/user-prompt-submit.json': { kind: 'prompt' },
  'codex/pre-tool-use-bash.json': { kind: 'before-command', command: 'echo from-codex > made.txt; ls' },
  'codex/post-tool-use-bash.json': { kind: 'tools-done' },
  'codex/stop.json': { kind: 'turn-end', said: 'CODEX-DONE' },
  'gemini-cli/session-start-startup.json': { kind: 'session-start', source: 'startup' },
  'gemini-cli/session-end-exit.json': { kind: 'session-end', reason: 'exit' },
  'gemini-cli/before-agent.json': { kind: 'prompt' },
  'gemini-cli/after-agent.json': { kind: 'turn-end', said: '' },
  'gemini-cli/pre-compress-auto.json': { kind: 'before-compact', trigger: 'auto' },
};

const [claudeCode, generic] = [await loadHooks('claude-code'), await loadHooks('generic')];

function meaning(event: HookEvent | undefined): unknown {
  if (event === undefined) return undefined;
  const { session: _session, transcript: _transcript, cwd: _cwd, identity: _identity, ...rest } = event;
  return rest;
}

describe('recorded payloads', (it) => {
  for (const agent of ['claude-code', 'codex', 'gemini-cli']) {
    for (const name of readdirSync(new URL(agent, folder))) {
      it(`${agent}/${name} means what it should`, async () => {
        const payload = read(agent, name);
        const event = (await loadHooks(agent)).parse(payload);
        assert.equal(meaning(event), meanings[`${agent}/${name}`]);
        if (event === undefined) return;
        assert.is(event.session, payload.session_id);
        assert.is(event.cwd, '/srv/demo/repo');
        assert.is(event.transcript, payload.transcript_path);
      });
    }
  }

  it('tell two events of one session apart, and two deliveries of one event not', () => {
    const { parse } = claudeCode;
    const payload = read('claude-code', 'stop.json');
    assert.is(parse(payload)?.identity, parse({ ...payload })?.identity);
    assert.is.not(parse(payload)?.identity, parse({ ...payload, prompt_id: 'another' })?.identity);
  });

  it('tells events apart that have no ids of their own', () => {
    const parse = (payload: object) => claudeCode.parse({ session_id: 's', ...payload })?.identity;
    const bash = (command: string) =>
      parse({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } });
    assert.is.not(bash('ls'), bash('git reset --hard'));
    const stop = (said: string) => parse({ hook_event_name: 'Stop', prompt_id: 'p', last_assistant_message: said });
    assert.is.not(stop('Done.'), stop('Done, and the tests pass too.'));
    assert.is(stop('Done.'), stop('Done.'));
  });

  it('of a subagent do not count as prompts or batches of the session', () => {
    const { parse } = claudeCode;
    const batch = { hook_event_name: 'PostToolBatch', session_id: 's', tool_calls: [] };
    assert.is(parse(batch)?.kind, 'tools-done');
    assert.is(parse({ ...batch, agent_id: 'a1' }), undefined);
  });
});

describe('the five plain event names', (it) => {
  const parse = (name: string, more = {}) =>
    meaning(generic.parse({ hook_event_name: name, session_id: 's', ...more }));

  it('map onto the events of the agents', () => {
    assert.equal(parse('session_start'), { kind: 'session-start', source: 'startup' });
    assert.equal(parse('session_end'), { kind: 'session-end', reason: 'end' });
    assert.equal(parse('before_clear'), { kind: 'session-end', reason: 'clear' });
    assert.equal(parse('after_clear'), { kind: 'session-start', source: 'clear' });
    assert.equal(parse('context_threshold', { percent: 81 }), { kind: 'context-threshold', percent: 81 });
  });

  it('are named when another comes', () => {
    assert.throws(() => parse('before_lunch'), /'before_lunch' is not a hook event/);
  });
});

describe('answers', (it) => {
  const answer = { context: 'for the model', notice: 'for the user' };
  const render = async (agent: string, name: string) => {
    const hooks = await loadHooks(agent);
    return hooks.render(hooks.parse(read(agent, name)), answer);
  };

  it('put text into the context of Claude Code and Codex at a start', async () => {
    for (const agent of ['claude-code', 'codex']) {
      assert.equal(JSON.parse(await render(agent, 'session-start-startup.json')), {
        systemMessage: 'for the user',
        hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'for the model' },
      });
    }
  });

  it('speak to the summary of Claude Code as plain text', async () => {
    assert.is(await render('claude-code', 'pre-compact-auto.json'), 'for the model\n');
  });

  it('say nothing to Claude Code where it listens to nothing', async () => {
    assert.is(await render('claude-code', 'session-end-clear.json'), '');
  });

  it('are never a decision about what the agent may do', async () => {
    assert.equal(JSON.parse(await render('codex', 'pre-tool-use-bash.json')), { systemMessage: 'for the user' });
    assert.equal(JSON.parse(await render('claude-code', 'stop.json')), { systemMessage: 'for the user' });
  });

  it('are always JSON for Gemini CLI', async () => {
    assert.is((await loadHooks('gemini-cli')).render(undefined, {}), '{}\n');
    assert.equal(JSON.parse(await render('gemini-cli', 'before-agent.json')).hookSpecificOutput, {
      hookEventName: 'BeforeAgent',
      additionalContext: 'for the model',
    });
  });
});
