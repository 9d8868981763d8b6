import * as assert from 'uvu/assert';
import { gate } from '../../../src/mcp/gate.ts';
import { describe } from '../../support/suite.ts';

describe('the gate for calls', (it) => {
  it('lets so many run at once, in order, and goes on after a failure', async () => {
    const inTurn = gate(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const work = (number: number) =>
      inTurn(async () => {
        started.push(number);
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
        if (number === 2) throw new Error('two');
        return number;
      });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(work));
    assert.is(most, 2);
    assert.equal(started, [1, 2, 3, 4, 5]);
    assert.equal(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    );
  });
});
