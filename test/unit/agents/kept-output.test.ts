import * as assert from 'uvu/assert';
import { keptOutput } from '../../../src/agents/kept-output.ts';
import { LIMITS } from '../../../src/agents/kept-text.ts';
import { describe } from '../../support/suite.ts';

describe('kept output', (it) => {
  const suite = (passed: number) => `${'test a ... ok\n'.repeat(200)}test result: ok. ${passed} passed; 0 failed\n`;

  it('has the sum of each of many suites', () => {
    const kept = keptOutput(suite(74) + suite(15) + suite(15) + suite(35));
    assert.equal(kept.match(/\d+ passed/g), ['74 passed', '15 passed', '15 passed', '35 passed']);
    assert.match(kept, /cut\] …\ntest result: ok. 74 passed; 0 failed\n/);
    assert.ok(kept.length <= LIMITS.output);
  });

  it('has those of its ends alone where there are too many', () => {
    assert.is(keptOutput(Array.from({ length: 20 }, (_, at) => suite(at)).join('')).match(/passed/g)?.length, 1);
  });

  it('is whole up to the limit', () => {
    assert.is(keptOutput('3 passed\n'), '3 passed');
  });
});
