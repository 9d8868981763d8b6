import * as assert from 'uvu/assert';
import { formatDuration, parseDuration } from '../../../src/core/duration.ts';
import { describe } from '../../support/suite.ts';

describe('durations', (it) => {
  it('are told in their two largest units', () => {
    assert.equal(
      [5_400_000, 90_000, 5000, 0, 999, 60_000, 3_600_000, 86_400_000 + 61_000, -5, Number.NaN].map(formatDuration),
      ['1h 30m', '1m 30s', '5s', '0s', '0s', '1m 0s', '1h 0m', '24h 1m', '0s', '0s'],
    );
  });

  it('are read with units, and as minutes without', () => {
    const lengths = ['30m', '90s', '1h30m', '1h 30m', '500ms', '15', '1.5h', '10M'].map((text) =>
      parseDuration(text, 'x'),
    );
    assert.equal(lengths, [1_800_000, 90_000, 5_400_000, 5_400_000, 500, 900_000, 5_400_000, 600_000]);
  });

  it('are refused when they are none', () => {
    for (const text of ['', 'soon', '0', '0m', '-5m', '5 minutes', '1d', '5m!', 'm5']) {
      assert.throws(() => parseDuration(text, '--interval'), /--interval: '.*' is not a length of time/, text);
    }
  });
});
