import * as assert from 'uvu/assert';
import { asText, fits, largestThatFits } from '../../../src/mcp/fit.ts';
import { listPage } from '../../../src/mcp/list-page.ts';
import { textPage } from '../../../src/mcp/text-page.ts';
import { describe } from '../../support/suite.ts';

describe('the size of an answer', (it) => {
  it('is bounded in characters and in tokens', () => {
    assert.ok(fits({ text: 'word '.repeat(5000) }));
    assert.not(fits({ text: 'x'.repeat(50_000) }));
    assert.not(fits({ text: '检'.repeat(25_000) }));
  });

  it('is as large as it can be', () => {
    const build = (amount: number) => ({ items: Array.from({ length: amount }, (_, at) => `item number ${at}`) });
    assert.is(largestThatFits(100, build).items.length, 100);
    const { items } = largestThatFits(100_000, build);
    assert.ok(fits(build(items.length)));
    assert.not(fits(build(items.length + 1)));
    assert.equal(largestThatFits(0, build), { items: [] });
  });

  it('writes what a terminal would obey, or nobody would see, as escapes', () => {
    const value = { text: 'a\u009bb\u202ec\u2028d\u{e0041}e' };
    const text = asText(value);
    assert.is(text, '{"text":"a\\u009bb\\u202ec\\u2028d\\udb40\\udc41e"}');
    assert.equal(JSON.parse(text), value);
  });
});

describe('a page of an answer', (it) => {
  it('says where the next one begins, and the last one does not', () => {
    const page = (offset: number) => listPage({ items: [1, 2, 3], offset, limit: 2 }, (items) => ({ items }));
    assert.equal(page(0), { items: [1, 2], nextOffset: 2 });
    assert.equal(page(2), { items: [3] });
    assert.equal(page(9), { items: [] });
  });

  it('of a text keeps pairs of surrogates together', () => {
    const text = `x${'🚪'.repeat(30_000)}`;
    let read = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: { text: string; nextOffset?: number } = textPage(text, offset, {});
      assert.not.match(page.text, /^[\udc00-\udfff]|[\ud800-\udbff]$/);
      read += page.text;
      offset = page.nextOffset;
    }
    assert.ok(read === text);
  });
});
