import { createHash } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { GitObject } from '../../../src/git/engine.ts';
import { editNotes } from '../../../src/git/notes.ts';
import { REGULAR, renderTree } from '../../../src/git/tree-bytes.ts';
import { diffNotes } from '../../../src/sync/diff-notes.ts';
import { describe } from '../../support/suite.ts';

/** Objects in memory, and which of them were read. */
function memory() {
  const objects = new Map<string, GitObject>();
  const read = new Set<string>();
  return {
    objectFormat: 'sha1' as const,
    read,
    readObjects: async (names: readonly string[]) => {
      for (const name of names) read.add(name);
      return names.map((name) => objects.get(name));
    },
    writeObject: async (type: GitObject['type'], bytes: Uint8Array) => {
      const oid = createHash('sha1').update(type).update(bytes).digest('hex');
      objects.set(oid, { oid, type, bytes });
      return oid;
    },
  };
}

const oid = (text: string) => createHash('sha1').update(text).digest('hex');

describe('the difference between two trees of notes', (it) => {
  it('names the commits whose notes were added, removed or changed', async () => {
    const store = memory();
    const [same, changed, removed, added] = ['same', 'changed', 'removed', 'added'].map(oid);
    const ours = await editNotes(
      store,
      undefined,
      new Map([
        [same ?? '', oid('1')],
        [changed ?? '', oid('2')],
        [removed ?? '', oid('3')],
      ]),
    );
    const theirs = await editNotes(
      store,
      ours,
      new Map([
        [changed ?? '', oid('4')],
        [removed ?? '', undefined],
        [added ?? '', oid('5')],
      ]),
    );
    const pairs = await diffNotes(store, ours, theirs);
    assert.equal(pairs.size, 3);
    assert.equal(pairs.get(changed ?? ''), { ours: oid('2'), theirs: oid('4') });
    assert.equal(pairs.get(removed ?? ''), { ours: oid('3') });
    assert.equal(pairs.get(added ?? ''), { theirs: oid('5') });
  });

  it('does not mind in which folders the notes lie', async () => {
    const store = memory();
    const commits = Array.from({ length: 40 }, (_, at) => oid(`commit ${at}`));
    const flat = await store.writeObject(
      'tree',
      renderTree(commits.map((commit) => ({ mode: REGULAR, name: commit, oid: oid(`note of ${commit}`) }))),
    );
    const folders = await editNotes(
      store,
      undefined,
      new Map(commits.map((commit) => [commit, oid(`note of ${commit}`)])),
    );
    assert.is((await diffNotes(store, flat, folders)).size, 0);
  });

  it('opens only the folders that differ', async () => {
    const store = memory();
    const commits = Array.from({ length: 2000 }, (_, at) => oid(`commit ${at}`));
    const ours = await editNotes(store, undefined, new Map(commits.map((commit) => [commit, oid('note')])));
    const theirs = await editNotes(store, ours, new Map([[commits[7] ?? '', oid('other')]]));
    store.read.clear();
    assert.is((await diffNotes(store, ours, theirs)).size, 1);
    assert.is(store.read.size, 4);
  });
});
