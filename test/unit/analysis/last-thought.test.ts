import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Step, ToolCall } from '../../../src/core/session.ts';
import { edited, read, sessionOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const next = (text: string, ...calls: readonly ToolCall[]) => {
  const steps = calls.map((call, at): Step => ({ kind: 'tool', call, time: `2026-01-01T00:00:0${at}Z` }));
  const thought = { text, time: '2026-01-01T00:00:00Z' };
  const turn = { prompt: 'Port the lexer to the new reader', outcome: 'open' as const, steps, thought };
  return analyzeSession({ session: sessionOf([turn]), changes: [] }).analysis.next_actions;
};
const whole = '**Mending the lexer**\n\nI need to split `readToken` before the parser can use it.';
const told = 'The agent’s last thought: “I need to split `readToken` before the parser can use it.”';

describe('what the agent thought last', (it) => {
  it('is the next step of a turn in which it said nothing since', () => {
    assert.equal(next(whole, read('lexer.ts')), [told, 'Finish: Port the lexer to the new reader']);
  });

  it('is told with what was done since', () => {
    const [first] = next(whole, read('lexer.ts'), edited('lexer.ts'));
    assert.is(first, `${told} (since then edited lexer.ts)`);
  });

  it('is left out when it was only a heading and something was done since', () => {
    const heading = '**Splitting the reader of tokens**';
    assert.is(next(heading, read('lexer.ts'))[0], 'The agent’s last thought: “Splitting the reader of tokens”');
    assert.is(next(heading, read('lexer.ts'), edited('lexer.ts')).length, 1);
  });
});
