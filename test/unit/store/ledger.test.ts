import * as assert from 'uvu/assert';
import { isUid } from '../../../src/core/number.ts';
import { mergeLedgers, parseLedger, renderLedger } from '../../../src/store/ledger.ts';
import { newUid } from '../../../src/store/uid.ts';
import { describe } from '../../support/suite.ts';

const [one, two] = ['a'.repeat(40), 'b'.repeat(40)];

describe('ledger', (it) => {
  it('reads back what it writes, and equal ledgers have equal bytes', () => {
    const ledger = {
      highWater: 7,
      dead: new Map([
        [two, 3],
        [one, 5],
      ]),
    };
    const other = {
      highWater: 7,
      dead: new Map([
        [one, 5],
        [two, 3],
      ]),
    };
    assert.is(renderLedger(ledger), renderLedger(other));
    assert.equal(parseLedger(Buffer.from(renderLedger(ledger))), other);
  });

  it('merges to the same whatever the order', () => {
    const left = { highWater: 4, dead: new Map([[one, 1]]) };
    const right = { highWater: 9, dead: new Map([[two, 2]]) };
    assert.is(renderLedger(mergeLedgers(left, right)), renderLedger(mergeLedgers(right, left)));
    assert.is(mergeLedgers(left, right).highWater, 9);
  });

  it('refuses a damaged one rather than guess', () => {
    assert.throws(() => parseLedger(Buffer.from('hwm 3\nrubbish\n')), /the ledger is damaged: 'rubbish'/);
  });
});

describe('uid', (it) => {
  it('is a ULID that sorts by time', () => {
    const earlier = newUid(new Date('2026-01-01T00:00:00Z'));
    const later = newUid(new Date('2026-01-01T00:00:01Z'));
    assert.ok(isUid(earlier) && isUid(later));
    assert.ok(earlier < later);
    assert.is(earlier.slice(0, 10), newUid(new Date('2026-01-01T00:00:00Z')).slice(0, 10));
    assert.is.not(earlier, newUid(new Date('2026-01-01T00:00:00Z')));
  });
});
