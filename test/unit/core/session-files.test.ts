import * as assert from 'uvu/assert';
import { modifiedInSession } from '../../../src/core/session-files.ts';
import { describe } from '../../support/suite.ts';

describe('files of a session', (it) => {
  it('are those that it edited, not all that differed from the commit', () => {
    const notes = [
      { files_modified: ['theirs.ts', 'a.ts'], session_files: { edited: ['a.ts'], read: [] } },
      { files_modified: ['theirs.ts', 'a.ts', 'b.ts'], session_files: { edited: ['a.ts', 'b.ts'], read: [] } },
    ];
    assert.equal(modifiedInSession(notes), ['a.ts', 'b.ts']);
  });

  it('are those that differed where no transcript tells', () => {
    assert.equal(modifiedInSession([{ files_modified: ['a.ts'] }, { files_modified: ['a.ts', 'b.ts'] }]), [
      'a.ts',
      'b.ts',
    ]);
  });
});
