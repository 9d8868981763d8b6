import * as assert from 'uvu/assert';
import { isChangedBefore } from '../../../src/resume/changed-before.ts';
import { describe } from '../../support/suite.ts';

describe("the time of a file's last change", (it) => {
  const moment = new Date('2026-11-16T12:00:01.500Z');
  const before = (milliseconds: number) => isChangedBefore({ ctimeMs: moment.getTime() - milliseconds }, moment);

  it('counts when it is more than a tick ago', () => {
    assert.ok(before(30.25));
    assert.not(before(10.25));
    assert.not(before(-3000.25));
  });

  it('counts after two seconds where the file system knows no fractions', () => {
    assert.not(before(500));
    assert.not(before(1500));
    assert.ok(before(2500));
  });
});
