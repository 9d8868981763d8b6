import * as assert from 'uvu/assert';
import { emptyAnalysis } from '../../../../src/core/note.ts';
import { soughtBy } from '../../../../src/resume/pack/sought.ts';
import { describe } from '../../../support/suite.ts';

describe('what the open work speaks of', (it) => {
  it('is named in the next actions and the last words, without words of sentences and names of files', () => {
    const { names } = soughtBy({
      ...emptyAnalysis,
      next_actions: ['Lower `MAX_ROWS` in src/rowStore.ts, then call loadRows() and _sort_rows'],
      last_exchange: ['Is oldName gone?', 'The RowStore is, and row_count too.'],
    });
    assert.equal(names, ['MAX_ROWS', 'loadRows', '_sort_rows', 'RowStore', 'row_count']);
  });

  it('has the words of the task and of the newest prompt, without those of any work', () => {
    const { words } = soughtBy({
      ...emptyAnalysis,
      current_task: 'Please fix the ferry timetable',
      last_exchange: ['Which harbours close?', 'Two of them.'],
      evidence: { 'last_exchange.0': { by: 'user', turn: 1 }, 'last_exchange.1': { by: 'agent', turn: 1 } },
    });
    assert.equal([...words], ['ferry', 'timetable', 'harbour']);
  });

  it('has no words when the task was answered', () => {
    const { words } = soughtBy({
      ...emptyAnalysis,
      current_task: 'Fix the ferry timetable',
      evidence: { current_task: { by: 'user', turn: 1, answered: true } },
    });
    assert.is(words.size, 0);
  });
});
