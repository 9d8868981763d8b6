import * as assert from 'uvu/assert';
import { lineFilter, matcher } from '../../../src/search/matcher.ts';
import { describe } from '../../support/suite.ts';

describe('a filter of texts', (it) => {
  const text = 'one\ntwo words\nthree\n';
  const patterns = ['^two', 'words$', 'o w', '^$', 'x', '(?<!\\n)two', '(?<![\\s\\S])three', 'e\\b', '^three$', 'TWO'];

  it('passes every text of which a line matches', () => {
    for (const pattern of patterns)
      for (const options of [{}, { ignoreCase: true }, { literal: true }, { matchingTime: 1000 }]) {
        const some = matcher(pattern, options)(text.split('\n')).some((at) => at >= 0);
        if (some) assert.ok(lineFilter(pattern, options)(text), `${pattern} ${JSON.stringify(options)}`);
      }
  });

  it('holds back a text of which no line matches', () => {
    assert.not(lineFilter('^words', {})(text));
    assert.not(lineFilter('four', { literal: true })(text));
  });
});

describe('a matcher', (it) => {
  it('tells where each text matches', () => {
    assert.equal(matcher('b+', {})(['abb', 'xyz', 'b']), [1, -1, 0]);
    assert.equal(matcher('B', { ignoreCase: true })(['abb']), [1]);
  });

  it('takes a literal text as it is', () => {
    assert.equal(matcher('a.(b)[-', { literal: true })(['xa.(b)[-', 'xaybz']), [1, -1]);
    assert.equal(matcher('path/to-x', { literal: true })(['a path/to-x']), [2]);
  });

  it('finds the same with a limit of time', () => {
    assert.equal(matcher('B+', { ignoreCase: true, matchingTime: 1000 })(['abb', '"; x']), [1, -1]);
    assert.equal(matcher("'\\u0041\\\\", { matchingTime: 1000 })(["'A\\"]), [0]);
  });

  it('gives up on an expression that takes too long', () => {
    const match = matcher('(a+)+$', { matchingTime: 50 });
    assert.throws(() => match([`${'a'.repeat(60)}b`]), /took longer than 50 ms/);
  });

  it('refuses what is no expression', () => {
    for (const options of [{}, { matchingTime: 50 }]) {
      assert.throws(() => matcher('(', options), /invalid regular expression/);
    }
  });
});
