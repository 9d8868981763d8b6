import * as assert from 'uvu/assert';
import { age } from '../../../src/core/age.ts';
import { describe } from '../../support/suite.ts';

const now = new Date('2026-01-02T03:04:05Z');
const before = (ms: number) => age(new Date(now.getTime() - ms), now);
const hours = (count: number) => count * 3_600_000;

describe('age', (it) => {
  it('counts in the largest unit that says something', () => {
    const spoken = [
      0,
      59_000,
      60_000,
      150_000,
      hours(1),
      hours(2.9),
      hours(24),
      hours(13 * 24),
      hours(14 * 24),
      hours(100 * 24),
      hours(800 * 24),
    ];
    assert.equal(spoken.map(before), [
      'just now',
      'just now',
      '1 minute ago',
      '2 minutes ago',
      '1 hour ago',
      '2 hours ago',
      '1 day ago',
      '13 days ago',
      '2 weeks ago',
      '3 months ago',
      '2 years ago',
    ]);
  });

  it('bears a clock that is a little ahead and names one that is far ahead', () => {
    assert.is(before(-60_000), 'just now');
    assert.is(before(-hours(24)), 'in the future');
  });

  it('admits that it cannot read a time', () => {
    assert.is(age(new Date('soon'), now), 'at an unknown time');
  });
});
