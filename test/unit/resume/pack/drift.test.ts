import * as assert from 'uvu/assert';
import { describeDrift } from '../../../../src/resume/pack/drift.ts';
import { noDrift } from '../../../support/pack-situations.ts';
import { describe } from '../../../support/suite.ts';

describe('describeDrift', (it) => {
  it('says so when nothing changed', () => {
    assert.equal(describeDrift(noDrift, ['Edit a.ts']), ['Nothing changed since.']);
  });

  it('names new commits by subject, the first five', () => {
    const commits = Array.from({ length: 5 }, (_, index) => ({
      oid: `${index}bcdef0123456`,
      subject: `change ${index}`,
    }));
    const [line] = describeDrift({ ...noDrift, commits, commitCount: 9 }, []);
    assert.is(
      line,
      'HEAD moved by 9 commits: 0bcdef0 change 0; 1bcdef0 change 1; 2bcdef0 change 2; 3bcdef0 change 3; 4bcdef0 change 4; and 4 more.',
    );
  });

  it('does not give a number of commits that it did not count to', () => {
    const commits = [{ oid: '0bcdef0123456', subject: 'change' }];
    const [line] = describeDrift({ ...noDrift, commits, commitCount: 1000, moreCommits: true }, []);
    assert.is(line, 'HEAD moved by more than 1000 commits: 0bcdef0 change; and others.');
  });

  it('says that the branch was switched, also to none', () => {
    const [line] = describeDrift({ ...noDrift, branchThen: 'main', branchNow: '' }, []);
    assert.is(line, 'The branch is now a detached HEAD, it was main.');
  });

  it('says that the commit is gone', () => {
    assert.match(describeDrift({ ...noDrift, rewound: true }, [])[0] ?? '', 'no longer holds');
  });

  it('tells changed, reverted and committed files apart', () => {
    const facts = { ...noDrift, changed: ['a', 'b'], reverted: ['c'], committed: ['d'] };
    assert.equal(describeDrift(facts, []), ['Changed since: a, b. Reverted since: c. Already committed: d.']);
  });

  it('warns of a next action whose file changed, by its number', () => {
    const lines = describeDrift({ ...noDrift, changed: ['src/deep/auth.ts'] }, ['Run the tests.', 'Finish auth.ts.']);
    assert.is(lines[1], 'Next action 2 names src/deep/auth.ts, which changed since: look again.');
  });

  it('does not take a longer name for the file', () => {
    assert.is(describeDrift({ ...noDrift, changed: ['auth.ts'] }, ['Finish oauth.ts and auth.tsx.']).length, 1);
  });

  it('does not take a file of the same name in another folder for the file', () => {
    const warns = (path: string, action: string) =>
      describeDrift({ ...noDrift, changed: [path] }, [action]).length === 2;
    assert.not(warns('src/x/index.ts', 'Finish src/y/index.ts.'));
    assert.not(warns('index.ts', 'Finish src/index.ts.'));
    assert.not(warns('Makefile', 'Mend sub/Makefile.'));
    for (const written of ['index.ts', './index.ts', 'x/index.ts', '@src/x/index.ts', '/home/ada/web/src/x/index.ts'])
      assert.ok(warns('src/x/index.ts', `Finish (${written}:12).`), written);
  });

  it('never takes more than three lines', () => {
    const many = Array.from({ length: 500 }, (_, index) => `file-${index}.ts`);
    const facts = {
      ...noDrift,
      changed: many,
      reverted: many,
      committed: many,
      commitCount: 1,
      branchNow: 'x',
      rewound: true,
    };
    const lines = describeDrift(facts, many);
    assert.is(lines.length, 3);
    assert.ok(lines.join('').length < 1500);
  });
});
