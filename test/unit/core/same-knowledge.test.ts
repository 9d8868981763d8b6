import * as assert from 'uvu/assert';
import { emptyAnalysis } from '../../../src/core/note.ts';
import { isSameKnowledge } from '../../../src/core/same-knowledge.ts';
import { describe } from '../../support/suite.ts';

describe('the same knowledge', (it) => {
  const tree = 'Uncommitted: 1 file, +1 -0';
  const ended = {
    ...emptyAnalysis,
    current_state: ['The agent finished its last turn', tree],
    evidence: { 'current_state.0': { by: 'session' as const, turn: 1 }, 'current_state.1': { by: 'git' as const } },
  };

  it('is there when only how the last turn ended is no longer said', () => {
    const now = { ...emptyAnalysis, current_state: [tree], evidence: { 'current_state.0': { by: 'git' as const } } };
    assert.ok(isSameKnowledge(ended, now));
  });

  it('is not there when the state is another', () => {
    assert.not.ok(isSameKnowledge(ended, { ...ended, current_state: [...ended.current_state, 'Tests passed'] }));
  });
});
