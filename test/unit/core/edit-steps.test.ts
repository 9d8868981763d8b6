import * as assert from 'uvu/assert';
import { editSteps } from '../../../src/core/edit-steps.ts';
import { describe } from '../../support/suite.ts';

describe('steps between words', (it) => {
  it('are letters added, dropped and replaced', () => {
    assert.is(editSteps('mode', 'mode'), 0);
    assert.is(editSteps('mod', 'mode'), 1);
    assert.is(editSteps('budgt_token', 'budget_tokens'), 2);
    assert.is(editSteps('', 'abc'), 3);
    assert.is(editSteps('kitten', 'sitting'), 3);
  });
});
