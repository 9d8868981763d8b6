import * as assert from 'uvu/assert';
import { hasEscapedBytes, pathFromBytes, pathToBytes } from '../../../src/core/path-text.ts';
import { Random } from '../../support/random.ts';
import { describe } from '../../support/suite.ts';

describe('paths that are not UTF-8', (it) => {
  it('survive the way in and out, whatever the bytes', () => {
    const random = new Random(6);
    for (let round = 0; round < 2000; round += 1) {
      const bytes = Uint8Array.from(
        random.list(12, () => random.pick([random.below(255) + 1, 0x61, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80])),
      );
      assert.equal([...pathToBytes(pathFromBytes(bytes))], [...bytes], `round ${round}`);
    }
  });

  it('are ordinary text where they are UTF-8', () => {
    const text = 'ä/日本/😀/\u{10080}';
    assert.is(pathFromBytes(new TextEncoder().encode(text)), text);
    assert.not.ok(hasEscapedBytes(text));
    assert.ok(hasEscapedBytes('b\udcffd'));
  });
});
