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
        current_task: 'Rotate tokens.',
        session_intent: 'Rotate tokens',
        current_state: ['Uncommitted: 2 files, +3 -1', 'Waits for review'],
        next_actions: ['Test expiry'],
        decisions: ['Tokens are used once.'],
        findings: ['Decision: tokens are used once', 'Next: test expiry.', 'The clock is skewed'],
      },
      { style, width: 80, story: false, told: ['Uncommitted: 2 files, +3 -1'] },
    );
    assert.match(shown, /Task +Rotate tokens\./);
    assert.not.match(shown, 'Intent');
    assert.match(shown, /State +· Waits for review/);
    assert.match(shown, /Next +1 Test expiry/);
    assert.match(shown, /Found +· The clock is skewed/);
    assert.is(shown.match(/used once/g)?.length, 1);
    assert.is(shown.match(/est expiry/g)?.length, 1);
  });

  it('counts the story in one line, and tells it on demand', () => {
    const analysis = { ...sampleNote().analysis, play_by_play: ['Asked', 'Edited'], last_exchange: ['User: Go'] };
    const view = { style, width: 80 };
    assert.match(
      renderKnowledge(analysis, { ...view, story: false }),
      /^Story +1 message, 2 steps \(show --story\)\n$/,
    );
    assert.match(
      renderKnowledge(analysis, { ...view, story: true }),
      /Said +· User: Go[\s\S]*Story +· Asked\n +· Edited/,
    );
  });
});
