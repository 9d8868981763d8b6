import * as assert from 'uvu/assert';
import { findHost } from '../../../src/agents/host.ts';
import { describe } from '../../support/suite.ts';

const payload = { hook_event_name: 'SessionStart', session_id: 'one', cwd: '/srv/demo/project', source: 'new' };
const claude = { ...payload, transcript_path: '/home/ada/.claude/projects/-srv-demo-project/one.jsonl' };

describe('findHost', (it) => {
  it('knows each agent that runs hooks of Claude Code by its variable', () => {
    const project = { CLAUDE_PROJECT_DIR: '/srv/demo/project' };
    assert.is(findHost(payload, { ...project, COPILOT_CLI: '1' }), 'copilot-cli');
    assert.is(findHost(payload, { ...project, GROK_SESSION_ID: 'one' }), 'grok');
    assert.is(findHost(payload, { ...project, QWEN_CODE_SESSION_ID: 'one' }), 'qwen-code');
    assert.is(findHost(payload, { DEVIN_PROJECT_DIR: '/srv/demo/project' }), 'devin');
    assert.is(findHost(payload, { CURSOR_VERSION: '3.1' }), 'cursor');
    assert.is(findHost(payload, project), undefined);
  });

  it('takes Claude Code for itself when another agent started it', () => {
    const inherited = { COPILOT_CLI: '1', GROK_SESSION_ID: 'outer' };
    assert.is(findHost(payload, { ...inherited, CLAUDE_CODE_SESSION_ID: 'one' }), undefined);
    assert.is(findHost(claude, inherited), undefined);
  });

  it('is not led astray by what Claude Code left to an agent that it started', () => {
    assert.is(findHost(payload, { CLAUDE_CODE_SESSION_ID: 'outer', CLAUDECODE: '1', COPILOT_CLI: '1' }), 'copilot-cli');
  });

  it('believes the variable that names the session before any other', () => {
    const both = { COPILOT_CLI: '1', GROK_SESSION_ID: 'outer', QWEN_CODE_SESSION_ID: 'one' };
    assert.is(findHost(payload, both), 'qwen-code');
  });
});
