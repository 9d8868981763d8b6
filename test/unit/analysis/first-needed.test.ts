import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const found = (...steps: Parameters<typeof turnOf>[1][]) =>
  analyzeSession({
    session: sessionOf([{ ...turnOf('Build the yard', ...steps), outcome: 'open' }]),
    changes: [],
  }).analysis.findings.filter((text) => text.includes(' first: '));

describe('what has to be run before a check', (it) => {
  const said = 'The yard cannot see the new lamps. I need to build the lamps first since the yard depends on them.';
  const lamps = ran('pnpm --filter lamps build 2>&1 | tail -3', 'done');

  it('is told when the check then went well', () => {
    assert.equal(found(said, lamps, ran('pnpm --filter yard build 2>&1 | tail -3', 'done')), [
      '`pnpm --filter yard build` needs `pnpm --filter lamps build` first: The yard cannot see the new lamps.',
    ]);
  });

  it('is not told when it did not, or when nobody said so', () => {
    assert.equal(found(said, lamps, ran('pnpm --filter yard build', 'error: no lamp', 1)), []);
    assert.equal(found('Building both.', lamps, ran('pnpm --filter yard build', 'done')), []);
  });
});
