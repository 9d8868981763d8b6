import * as assert from 'uvu/assert';
import { mergeNote } from '../../../src/sync/merge-note.ts';
import { sampleNote } from '../../support/sample-checkpoint.ts';
import { describe } from '../../support/suite.ts';

describe('merging two versions of a note', (it) => {
  it('takes the one that was changed more often', () => {
    const old = sampleNote({ summary: 'old' });
    const edited = sampleNote({ summary: 'edited', revision: 1 });
    assert.is(mergeNote(old, edited), edited);
    assert.is(mergeNote(edited, old), edited);
  });

  it('takes the shared one at a tie', () => {
    const theirs = sampleNote({ summary: 'theirs' });
    assert.is(mergeNote(sampleNote({ summary: 'ours' }), theirs), theirs);
  });

  it('keeps a mark that either side set, as a new revision', () => {
    const kept = sampleNote({ kept: true, pending: false, revision: 1 });
    const reworded = sampleNote({ summary: 'reworded', pending: true, revision: 2 });
    const merged = mergeNote(kept, reworded);
    assert.equal([merged.summary, merged.kept, merged.pending, merged.revision], ['reworded', true, false, 3]);
    assert.is(mergeNote(kept, merged), merged);
    assert.is(mergeNote(merged, reworded), merged);
  });

  it('takes words from elsewhere, and no facts', () => {
    const ours = sampleNote({ summary: 'ours' });
    const forged = {
      ...sampleNote({ summary: 'theirs', revision: 9, mode: 'summary', uid: '01JF0000000000000000000009' }),
      session: { agent: 'codex', id: 'x', transcript: '/etc/passwd' },
      context: { ...ours.context, worktree: '/elsewhere' },
    };
    const merged = mergeNote(ours, forged);
    assert.is(merged.summary, 'theirs');
    for (const fact of ['mode', 'uid', 'session', 'context'] as const) assert.equal(merged[fact], ours[fact], fact);
  });
});
