import * as assert from 'uvu/assert';
import { isPlaceMark } from '../../../src/core/machine-identity.ts';
import { renderNote } from '../../../src/store/note-text.ts';
import { sharedForm } from '../../../src/sync/shared-note.ts';
import { sampleNote } from '../../support/sample-checkpoint.ts';
import { describe } from '../../support/suite.ts';

const places = { roots: ['/home/ada/other'], home: '/home/ada', user: 'adalovelace', host: 'engine1' };
const note = sampleNote(
  {
    session: { agent: 'claude-code', id: 'a', transcript: '/home/ada/.claude/projects/x.jsonl', model: 'm' },
    context: { ...sampleNote().context, working_directory: '/home/ada/shop/src', worktree: '/home/ada/shop' },
  },
  { next_actions: ['Edit /home/ada/shop/src/a.ts', 'Ask adalovelace on engine1'] },
);

describe('the shared form of a note', (it) => {
  it('is relative, and knows neither transcript nor user nor host', () => {
    const shared = sharedForm(note, places);
    assert.is(shared.context.working_directory, 'src');
    assert.ok(isPlaceMark(shared.context.worktree));
    assert.equal(shared.session, { agent: 'claude-code', id: 'a', model: 'm' });
    assert.equal(shared.analysis.next_actions, ['Edit src/a.ts', 'Ask [user] on [host]']);
    assert.not.match(renderNote(shared), 'ada');
  });

  it('keeps what programs read, branches, and paths of the working tree, whatever user and machine are called', () => {
    const artifact = { path: 'hosts/stateful/a', status: 'modified', change: 'made by codex' } as const;
    const named = sampleNote(
      {
        trigger: 'manual',
        session: { agent: 'codex', id: 'a' },
        context: { ...sampleNote().context, working_directory: '.', worktree: '', branch: 'codex/fix' },
        files_modified: ['hosts/stateful/codex.ts'],
      },
      { source: 'agent', artifacts: [artifact] },
    );
    for (const name of ['manual', 'stateful', 'agent', 'modified'])
      assert.equal(sharedForm(named, { ...places, user: name, host: name }), named);
    const artifacts = [{ ...artifact, change: 'made by [user]' }];
    const expected = { ...named, analysis: { ...named.analysis, artifacts } };
    assert.equal(sharedForm(named, { ...places, user: 'codex' }), expected);
  });

  it('does not change when it is shared again, from wherever', () => {
    const once = sharedForm(note, places);
    assert.equal(sharedForm(once, places), once);
    assert.equal(sharedForm(once, { roots: ['/srv/x'], home: '/root', user: 'bea', host: 'b' }), once);
  });
});
