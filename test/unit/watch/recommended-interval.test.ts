import * as assert from 'uvu/assert';
import { recommendedInterval } from '../../../src/watch/recommended-interval.ts';
import { describe } from '../../support/suite.ts';

describe('recommended interval', (it) => {
  it('grows with the session from ten minutes to half an hour', () => {
    const minutes = [0, 0.9, 1, 2.9, 3, 5.9, 6, 8].map((hours) => recommendedInterval(hours * 3_600_000) / 60_000);
    assert.equal(minutes, [10, 10, 15, 15, 20, 20, 30, 30]);
  });
});
