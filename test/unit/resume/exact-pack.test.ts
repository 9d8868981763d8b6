import * as assert from 'uvu/assert';
import { exactPack, exactPart } from '../../../src/resume/exact-pack.ts';
import type { Pack } from '../../../src/resume/pack/pack.ts';
import { describe } from '../../support/suite.ts';

/** A pack of as many words as it has tokens, with more to say up to `all`. */
const builder =
  (all: number) =>
  (tokens: number): Pack => {
    const words = Math.min(all, tokens);
    const part = {
      section: 'task',
      name: 'task',
      level: 'all',
      tokens: words,
      chars: 0,
      leftOut: words < all ? 'more' : '',
    };
    return { text: 'a '.repeat(words), tokens: words, chars: 2 * words, sections: [part], further: [] };
  };
const counter = (perWord: number) => (text: string) => Promise.resolve(Math.round((text.length / 2) * perWord));

describe('exactPack', (it) => {
  it('uses what the estimate left over', async () => {
    const pack = await exactPack(builder(50_000), counter(0.6), 5000);
    assert.ok(pack.tokens > 4700 && pack.tokens <= 5000, `${pack.tokens}`);
  });

  it('shrinks when the estimate was too low', async () => {
    const pack = await exactPack(builder(50_000), counter(1.4), 5000);
    assert.ok(pack.tokens > 4000 && pack.tokens <= 5000, `${pack.tokens}`);
  });

  it('asks once when everything fits', async () => {
    let asked = 0;
    const count = (text: string) => {
      asked += 1;
      return counter(0.6)(text);
    };
    await exactPack(builder(100), count, 5000);
    assert.is(asked, 1);
  });

  it('counts all parts together, and hands out the one that was asked for', async () => {
    const parts = (tokens: number): Pack => {
      const { text, ...pack } = builder(50_000)(tokens);
      return { ...pack, text: text.slice(0, tokens), further: [text.slice(tokens)] };
    };
    const whole = await exactPack(parts, counter(1.4), 5000);
    const all = await counter(1.4)([whole.text, ...whole.further].join(''));
    assert.ok(all > 4000 && all <= 5000, `${all}`);
    const second = await exactPart(whole, counter(1.4), 2);
    assert.equal([second.text, second.further], [whole.further[0], []]);
    assert.is(second.tokens, await counter(1.4)(second.text));
    assert.equal((await exactPart(whole, counter(1.4), 3)).text, '');
  });
});
