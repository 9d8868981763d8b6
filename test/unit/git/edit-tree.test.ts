import * as assert from 'uvu/assert';
import { editTree, type Leaf } from '../../../src/git/edit-tree.ts';
import { withOpen } from '../../support/open.ts';
import { describe } from '../../support/suite.ts';
import { withRepo } from '../../support/with-repo.ts';

/** Edits the tree of the files given and answers the paths of the result. */
async function edited(files: readonly string[], edits: Record<string, 'set' | 'gone'>): Promise<string[]> {
  let names: string[] = [];
  await withRepo((repo) =>
    withOpen(repo, async ({ engine }) => {
      for (const path of files) repo.write(path, `${path}\n`);
      repo.commit('begin');
      const oid = await engine.writeObject('blob', Buffer.from('set\n'));
      const leaves = Object.entries(edits).map(([path, what]): [string, Leaf | undefined] => [
        path,
        what === 'set' ? { mode: '100644', oid } : undefined,
      ]);
      const tree = await editTree(engine, repo.git('rev-parse', 'HEAD^{tree}'), new Map(leaves));
      names = repo.git('ls-tree', '-r', '--name-only', tree).split('\n');
      assert.is(repo.tryGit('fsck', '--strict').status, 0);
    }),
  );
  return names.filter((name) => name !== '');
}

describe('editTree', (it) => {
  it('sets and takes away files in folders', async () => {
    assert.equal(await edited(['a/b/c', 'a/d', 'e'], { 'a/b/x': 'set', 'a/d': 'gone', 'new/f': 'set' }), [
      'a/b/c',
      'a/b/x',
      'e',
      'new/f',
    ]);
  });

  it('takes away folders that become empty', async () => {
    assert.equal(await edited(['a/b/c', 'e'], { 'a/b/c': 'gone' }), ['e']);
  });

  it('turns a file into a folder and back', async () => {
    assert.equal(await edited(['a', 'e'], { a: 'gone', 'a/b': 'set' }), ['a/b', 'e']);
    assert.equal(await edited(['a/b', 'e'], { a: 'set', 'a/b': 'gone' }), ['a', 'e']);
  });

  it('leaves alone what is not there', async () => {
    assert.equal(await edited(['a', 'e/f'], { 'a/b': 'gone', 'x/y': 'gone', e: 'gone' }), ['a', 'e/f']);
  });
});
