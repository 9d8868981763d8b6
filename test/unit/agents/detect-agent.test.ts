import * as assert from 'uvu/assert';
import { detectAgent } from '../../../src/agents/detect-agent.ts';
import { agentName } from '../../../src/agents/registry.ts';
import { Failure } from '../../../src/core/failure.ts';
import { describe } from '../../support/suite.ts';

describe('the agent of a transcript', (it) => {
  it('is known by its path while the file is empty', async () => {
    const home = '/home/me';
    assert.is(await detectAgent({ path: `${home}/.claude/projects/-srv-app/1-2.jsonl`, text: '' }), 'claude-code');
    assert.is(await detectAgent({ path: `${home}/.codex/sessions/2026/03/01/rollout-x.jsonl`, text: '\n' }), 'codex');
    assert.is(await detectAgent({ path: `${home}/.gemini/tmp/app/chats/session-x.json`, text: '' }), 'gemini-cli');
    assert.is(await detectAgent({ path: `${home}/notes.md`, text: '' }), 'generic');
  });

  it('is none for prose that quotes records', async () => {
    assert.is(await detectAgent({ text: 'A record looks so: {"type":"user","sessionId":"1"}' }), 'generic');
  });

  it('is known below lines that were written about it', async () => {
    const record = '{"type":"user","sessionId":"1"}';
    assert.is(await detectAgent({ text: `// From a gist\n// with tool calls\n${record}\n` }), 'claude-code');
  });

  it('is none for JSON of somebody else', async () => {
    assert.is(await detectAgent({ text: '{"name":"package","version":"1.0.0"}' }), 'generic');
  });
});

describe('an agent by name', (it) => {
  it('may be called by its short name', () => {
    assert.is(agentName('claude'), 'claude-code');
    assert.is(agentName('gemini'), 'gemini-cli');
  });

  it('that nobody knows is a failure that lists the known ones', () => {
    try {
      agentName('cursor');
      assert.unreachable();
    } catch (error) {
      assert.instance(error, Failure);
      assert.match((error as Failure).hint ?? '', /claude-code, codex, gemini-cli, .*generic/);
    }
  });
});
