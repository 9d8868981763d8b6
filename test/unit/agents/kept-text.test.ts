import * as assert from 'uvu/assert';
import { keptText, spokenText } from '../../../src/agents/kept-text.ts';
import { describe } from '../../support/suite.ts';

describe('kept text', (it) => {
  it('is whole up to the limit', () => {
    assert.is(keptText('short', 100), 'short');
  });

  it('is head and tail beyond it, and says what is gone', () => {
    const text = keptText(`${'a'.repeat(500)}${'b'.repeat(500)}`, 200);
    assert.match(text, /^a+\n… \[\d+ characters cut\] …\nb+$/);
    assert.ok(text.length <= 200);
  });

  it('has nothing in it that could drive a terminal', () => {
    assert.is(
      keptText('\u001b[31mred\u001b[0m \u001b]0;title\u0007bell\u0007\r\nnext\ttab', 100),
      'red bell\nnext\ttab',
    );
  });

  it('mends a letter that the cut went through', () => {
    // Half of a pair cannot be encoded.
    assert.not.throws(() => encodeURIComponent(keptText('😀'.repeat(300), 201)));
  });

  it('leaves out reasoning that was written into an answer', () => {
    assert.is(spokenText('<thinking>hm</thinking>Yes.'), 'Yes.');
    assert.is(spokenText('Yes.<think>and never ended'), 'Yes.');
    assert.is(spokenText('I think so'), 'I think so');
  });
});
