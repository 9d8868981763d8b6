import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { withAgents, withAgentsInShort } from '../../../scripts/docs/agents-matrix.ts';
import { readResults } from '../../../scripts/e2e/results.ts';
import { describe } from '../../support/suite.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const page = read('docs/agents.md');

describe('docs/agents.md', (it) => {
  it('is what `npm run docs` makes of the results', () => {
    assert.is(page, withAgents(page, readResults()));
  });

  it('stands in the README in short', () => {
    assert.is(read('README.md'), withAgentsInShort(read('README.md'), readResults()));
  });

  it('claims nothing that its scenario did not show', () => {
    const failed = withAgents(page, { ...readResults(), copilot: 'failed' });
    assert.match(failed, /\| Copilot CLI \| \? `copilot` \|/);
  });
});
