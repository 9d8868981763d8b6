import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { watchForBursts } from '../../../src/watch/burst.ts';
import { describe } from '../../support/suite.ts';

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await sleep(5);
}

function counting(limits: { many: number; rest: number; gap: number }) {
  const told = { times: 0 };
  return { told, burst: watchForBursts(() => (told.times += 1), limits) };
}

describe('bursts', (it) => {
  it('are told once, when many files changed and came to rest', async () => {
    const { told, burst } = counting({ many: 3, rest: 40, gap: 0 });
    for (const path of ['a', 'b', 'c', 'd']) burst.changed(path);
    assert.is(told.times, 0);
    await until(() => told.times > 0);
    await sleep(100);
    assert.is(told.times, 1);
  });

  it('are not made by one file that changes often', async () => {
    const { told, burst } = counting({ many: 3, rest: 10, gap: 0 });
    for (let times = 0; times < 20; times += 1) burst.changed('a');
    await sleep(60);
    assert.is(told.times, 0);
  });

  it('begin anew after a capture', async () => {
    const { told, burst } = counting({ many: 3, rest: 10, gap: 0 });
    burst.changed('a');
    burst.changed('b');
    burst.reset();
    burst.changed('c');
    await sleep(60);
    assert.is(told.times, 0);
  });

  it('keep their distance from each other', async () => {
    const { told, burst } = counting({ many: 1, rest: 5, gap: 3_600_000 });
    burst.changed('a');
    await until(() => told.times === 1);
    burst.changed('b');
    await sleep(60);
    burst.close();
    assert.is(told.times, 1);
  });
});
