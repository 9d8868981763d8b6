import * as assert from 'uvu/assert';
import { documentId, parseRange, parseSelector } from '../../../src/core/number.ts';
import { describe } from '../../support/suite.ts';

describe('naming a checkpoint', (it) => {
  it('accepts every spelling', () => {
    for (const text of ['42', '#42', 'CHECKPOINT-00042', 'checkpoint-42']) {
      assert.equal(parseSelector(text), { kind: 'number', number: 42 }, text);
    }
    assert.equal(parseSelector('latest'), { kind: 'latest', back: 0 });
    assert.equal(parseSelector('latest~2'), { kind: 'latest', back: 2 });
    assert.equal(parseSelector('01jf0000000000000000000000'), { kind: 'uid', uid: '01JF0000000000000000000000' });
  });

  it('takes the beginning of a commit or of a uid', () => {
    for (const text of ['844dcd5', '01JF00', '0123456789abcdef0123456789abcdef01234567'])
      assert.equal(parseSelector(text), { kind: 'prefix', text }, text);
  });

  it('reads ranges', () => {
    assert.equal(parseRange('1..4'), { from: '1', to: '4' });
    assert.equal(parseRange('30-32'), { from: '30', to: '32' });
    assert.equal(parseRange('latest~3..latest'), { from: 'latest~3', to: 'latest' });
    for (const text of ['42', 'CHECKPOINT-00042', '..', '1..', 'latest']) assert.is(parseRange(text), undefined, text);
  });

  it('refuses what names nothing, with the spellings that do', () => {
    for (const text of ['0', '-1', '1.5', '', 'first', '42x', '9999999999', 'latest~', '../1']) {
      assert.throws(
        () => parseSelector(text),
        (error: { kind: string; hint: string }) => error.kind === 'usage' && /CHECKPOINT-00042/.test(error.hint),
      );
    }
  });

  it('writes the form for documents', () => {
    assert.is(documentId(42 as never), 'CHECKPOINT-00042');
    assert.is(documentId(1234567 as never), 'CHECKPOINT-1234567');
  });
});
