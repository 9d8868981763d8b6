import * as assert from 'uvu/assert';
import { doneSince } from '../../../src/analysis/about-to-do.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const since = (...calls: readonly ToolCall[]) => {
  const [turn] = viewSession(sessionOf([{ ...turnOf('Go', 'I explore it.', ...calls), outcome: 'open' }])).turns;
  return turn === undefined ? '' : doneSince(turn);
};
const agent = (result: ToolCall['result']): ToolCall => ({ tool: 'Task', action: 'agent', paths: [], result });

describe('what was done since the agent spoke', (it) => {
  it('counts agents that were started, and none that was called off', () => {
    assert.is(since(agent('ok'), agent('ok')), 'started 2 agents');
    assert.is(since(agent('interrupted'), agent('interrupted')), '');
  });

  it('names what was run, and no question for help', () => {
    assert.is(since(ran('tool reset'), ran('tool reset --help')), 'ran `tool reset`');
  });
});
