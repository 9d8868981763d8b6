import * as assert from 'uvu/assert';
import { findSessionFiles } from '../../../src/analysis/session-files.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { edited, ran, read, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const filesOf = (...calls: readonly ToolCall[]) => {
  const files = findSessionFiles(viewSession(sessionOf([turnOf('Go', ...calls, 'Well.')])));
  return [files.edited, files.read.map(({ path }) => path)];
};

describe('the files of a session', (it) => {
  const calls = [edited('old/a.ts'), read('old/b.ts'), edited('older.ts')];

  it('are without those that a command took away', () => {
    assert.equal(filesOf(...calls, ran('rm -rf old')), [['older.ts'], []]);
    assert.equal(filesOf(...calls, ran('git rm -r "old/" && git status')), [['older.ts'], []]);
    assert.equal(filesOf(...calls, ran('rm -rf /work/app/old; ls')), [['older.ts'], []]);
    assert.equal(filesOf(...calls, ran('rm -rf old'), edited('old/a.ts')), [['older.ts', 'old/a.ts'], []]);
  });

  it('stay where nobody can say what went', () => {
    const all = [['old/a.ts', 'older.ts'], ['old/b.ts']];
    assert.equal(filesOf(...calls, ran('rm -rf old', 'rm: old: denied', 1)), all);
    assert.equal(filesOf(...calls, ran('cd /tmp && rm -rf old')), all);
    assert.equal(filesOf(...calls, ran('git rm -r --cached old')), all);
    assert.equal(filesOf(...calls, ran('rm -rf $OLD ./ *')), all);
  });
});
