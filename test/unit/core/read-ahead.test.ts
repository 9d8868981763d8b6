import { setImmediate as turn } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { readAhead } from '../../../src/core/read-ahead.ts';
import { describe } from '../../support/suite.ts';

describe('values that are read ahead', (it) => {
  it('come in their order, each made while the one before is worked on', async () => {
    const happened: string[] = [];
    async function* values() {
      for (const value of [1, 2, 3]) {
        await turn();
        happened.push(`made ${value}`);
        yield value;
      }
    }
    for await (const value of readAhead(values())) {
      for (let at = 0; at < 3; at += 1) await turn();
      happened.push(`used ${value}`);
    }
    assert.equal(happened, ['made 1', 'made 2', 'used 1', 'made 3', 'used 2', 'used 3']);
  });

  it('tell a failure after the values before it', async () => {
    async function* values() {
      yield 1;
      throw new Error('the second one');
    }
    const seen: number[] = [];
    try {
      for await (const value of readAhead(values())) {
        for (let at = 0; at < 3; at += 1) await turn();
        seen.push(value);
      }
      assert.unreachable();
    } catch (error) {
      assert.is((error as Error).message, 'the second one');
    }
    assert.equal(seen, [1]);
  });

  it('end their source before who stops early goes on', async () => {
    const happened: string[] = [];
    async function* values() {
      try {
        for (let value = 1; ; value += 1) {
          for (let at = 0; at < 3; at += 1) await turn();
          happened.push(`made ${value}`);
          yield value;
        }
      } finally {
        happened.push('ended');
      }
    }
    for await (const value of readAhead(values())) if (value === 1) break;
    happened.push('went on');
    assert.equal(happened, ['made 1', 'made 2', 'ended', 'went on']);
  });
});
