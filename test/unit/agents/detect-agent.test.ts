import * as assert from 'uvu/assert';
import { detectAgent } from '../../../src/agents/detect-agent.ts';
import { agentNamed } from '../../../src/agents/registry.ts';
import { Failure } from '../../../src/core/failure.ts';
import { describe } from '../../support/suite.ts';

describe('the agent of a transcript', (it) => {
  it('is known by its path while the file is empty', () => {
    const home = '/home/me';
    assert.is(detectAgent({ path: `${home}/.claude/projects/-srv-app/1-2.jsonl`, text: '' }), 'claude-code');
    assert.is(detectAgent({ path: `${home}/.codex/sessions/2026/03/01/rollout-x.jsonl`, text: '\n' }), 'codex');
    assert.is(detectAgent({ path: `${home}/.gemini/tmp/app/chats/session-x.json`, text: '' }), 'gemini-cli');
    assert.is(detectAgent({ path: `${home}/notes.md`, text: '' }), 'generic');
  });

  it('is none for prose that quotes records', () => {
    assert.is(detectAgent({ text: 'A record looks so: {"type":"user","sessionId":"1"}' }), 'generic');
  });

  it('is none for JSON of somebody else', () => {
    assert.is(detectAgent({ text: '{"name":"package","version":"1.0.0"}' }), 'generic');
  });
});

describe('an agent by name', (it) => {
  it('may be called by its short name', () => {
    assert.is(agentNamed('claude').name, 'claude-code');
    assert.is(agentNamed('gemini').name, 'gemini-cli');
  });

  it('that nobody knows is a failure that lists the known ones', () => {
    try {
      agentNamed('cursor');
      assert.unreachable();
    } catch (error) {
      assert.instance(error, Failure);
      assert.match((error as Failure).hint ?? '', /claude-code, codex, gemini-cli, .*generic/);
    }
  });
});
