import * as assert from 'uvu/assert';
import { answerSchema, checkAnswer } from '../../../src/summary/schema.ts';
import { describe } from '../../support/suite.ts';

const empty = {
  session_intent: '',
  current_task: '',
  new_findings: [],
  new_decisions: [],
  technical_context: [],
  play_by_play: [],
  current_state: [],
  next_actions: [],
  blockers: [],
  new_user_rules: [],
  artifact_changes: [],
};
const errorOf = (value: unknown) => {
  const checked = checkAnswer(typeof value === 'string' ? value : JSON.stringify(value));
  return checked.kind === 'bad' ? checked.error : 'good';
};

describe("the model's answer", (it) => {
  it('is accepted when every field is there and right', () => assert.is(errorOf(empty), 'good'));

  it('has a schema that names exactly the fields that are checked', () => {
    assert.equal([...answerSchema.required].sort(), Object.keys(empty).sort());
  });

  it('is refused with the name of the field that is wrong', () => {
    assert.match(errorOf('nonsense'), /^not JSON/);
    assert.is(errorOf([]), 'the answer is not an object');
    assert.match(errorOf({ ...empty, current_task: 7 }), /^current_task/);
    assert.match(errorOf({ ...empty, blockers: [''] }), /^blockers/);
    assert.match(errorOf({ ...empty, next_actions: Array(99).fill('x') }), /^next_actions/);
    assert.match(errorOf({ ...empty, current_state: ['x'.repeat(601)] }), /^current_state/);
    assert.match(errorOf({ ...empty, artifact_changes: [{ path: 'a' }] }), /^artifact_changes/);
    assert.match(errorOf({ ...empty, new_decisions: undefined }), /^new_decisions/);
  });
});
