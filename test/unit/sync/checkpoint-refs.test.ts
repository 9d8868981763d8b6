import * as assert from 'uvu/assert';
import { checkpointRefs, refuseLeap } from '../../../src/sync/checkpoint-refs.ts';
import { describe } from '../../support/suite.ts';

const prefix = 'refs/checkpoint-sync/origin/c/';

describe('checkpoint refs', (it) => {
  it("leave out other tools' refs, and numbers that nobody gave out", () => {
    const names = ['1', '02', 'x', '3/4', '100000000', '100000001', '99999999999', '7'];
    const refs = names.map((name, at) => ({ ref: `${prefix}${name}`, oid: `${at}`.repeat(40) }));
    const found = checkpointRefs([...refs, { ref: 'refs/notes/5', oid: '9'.repeat(40) }], prefix);
    assert.equal([...found.keys()], [1, 100000000, 7]);
  });
});

describe('numbers that a remote claims', (it) => {
  const claim = (numbers: number[], highWater = 0) => refuseLeap({ remote: 'origin', known: 7, highWater, numbers });

  it('may be a million ahead of the highest that is known, and no more', () => {
    claim([1, 1_000_007], 1_000_007);
    assert.throws(
      () => claim([1_000_008]),
      "'origin' has a checkpoint 1000008, far beyond 7, the highest that is known",
    );
    assert.throws(() => claim([], 1_000_008), "'origin' says in its ledger that number 1000008 was given out");
  });

  it('are not measured by one another', () => {
    assert.throws(() => claim([500_000, 1_000_000, 1_500_000]), 'has a checkpoint 1500000');
  });
});
