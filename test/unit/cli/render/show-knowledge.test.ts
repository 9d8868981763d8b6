import * as assert from 'uvu/assert';
import { renderKnowledge } from '../../../../src/cli/render/show-knowledge.ts';
import { styleFor } from '../../../../src/cli/render/style.ts';
import { fixedWorld } from '../../../support/fixed-world.ts';
import { sampleNote } from '../../../support/sample-checkpoint.ts';
import { describe } from '../../../support/suite.ts';

const world = fixedWorld('/repo');
const style = styleFor(world, world.stdout);

describe('what a session knew', (it) => {
  it('is said once, where it comes first', () => {
    const { analysis } = sampleNote();
    const shown = renderKnowledge(
      {
        ...analysis,
        next_actions: ['Test expiry'],
        decisions: ['Tokens are used once.'],
        findings: ['Decision: tokens are used once', 'Next: test expiry.', 'The clock is skewed'],
      },
      { style, width: 80, story: false },
    );
    assert.match(shown, /Next +1 Test expiry/);
    assert.match(shown, /Found +· The clock is skewed/);
    assert.is(shown.match(/used once/g)?.length, 1);
    assert.is(shown.match(/est expiry/g)?.length, 1);
  });
});
