import * as assert from 'uvu/assert';
import { readToolCall } from '../../../src/agents/claude-code/tool-call.ts';
import { describe } from '../../support/suite.ts';

describe('a call of a tool of an MCP server', (it) => {
  it('is a command where the tool is a shell', () => {
    const { action, command } = readToolCall('mcp__workspace__bash', { command: 'npm test', timeout: 5 });
    assert.equal([action, command], ['command', 'npm test']);
  });

  it('is told by its arguments where it is not', () => {
    const input = { command: 'logs', namespace: 'web', args: ['a', '--tail=5'] };
    const { action, command, description } = readToolCall('mcp__kubernetes__kubectl_generic', input);
    assert.equal([action, command], ['other', undefined]);
    assert.is(description, 'command=logs namespace=web args=["a","--tail=5"]');
  });

  it('is no command where a shell of that name is asked for something else', () => {
    assert.is(readToolCall('mcp__db__run', { command: 'select', table: 'users' }).action, 'other');
  });
});
