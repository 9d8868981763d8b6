import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { withAgents } from '../../../scripts/docs/agents-matrix.ts';
import { readResults } from '../../../scripts/e2e/results.ts';
import { describe } from '../../support/suite.ts';

const page = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');

describe('docs/agents.md', (it) => {
  it('is what `npm run docs` makes of the results', () => {
    assert.is(page, withAgents(page, readResults()));
  });

  it('claims nothing that its scenario did not show', () => {
    const failed = withAgents(page, { ...readResults(), copilot: 'failed' });
    assert.match(failed, /\| Copilot CLI \| \? `copilot` \|/);
  });
});
