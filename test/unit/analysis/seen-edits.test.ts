import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { edited, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const long = (word: string) => `start of ${word}\n… [90 characters cut] …\nend of ${word}`;
const without = (call: ToolCall): ToolCall => ({ ...call, result: 'open' });
const found = (call: ToolCall, after: string) => {
  const turn = {
    ...turnOf('Draw it wide', 'Now replace the whole render_rows function:', call),
    outcome: 'open' as const,
  };
  const contents = new Map([['lib/rows.rs', { before: '', after }]]);
  return analyzeSession({ session: sessionOf([turn]), changes: [], contents }).analysis;
};

describe('an edit without a result at the end', (it) => {
  it('is made where its file reads so', () => {
    const call = without(edited('lib/rows.rs', 'fn render_rows(wide)', 'fn render_rows()'));
    assert.match(found(call, 'a\nfn render_rows(wide)\n').next_actions[0] ?? '', /since then edited rows\.rs/);
    assert.equal(found(call, 'a\nfn render_rows()\n').next_actions[0], 'Replace the whole render_rows function');
  });

  it('is known by both ends of what is kept of it', () => {
    const call = without(edited('lib/rows.rs', long('new'), long('old')));
    assert.match(found(call, 'start of new\nmiddle\nend of new').next_actions[0] ?? '', /since then edited rows\.rs/);
    assert.equal(
      found(call, 'start of new\nstart of old\nend of old').next_actions[0],
      'Replace the whole render_rows function',
    );
  });

  it('that only takes away is made where that is gone', () => {
    const call = without(edited('lib/rows.rs', '', 'fn old_rows()'));
    assert.match(found(call, 'fn rows()').next_actions[0] ?? '', /since then edited rows\.rs/);
    assert.equal(found(call, '').next_actions[0], 'Replace the whole render_rows function');
  });
});
