import * as assert from 'uvu/assert';
import { faultIn } from '../../../src/git/portable/check-object.ts';
import { parseTree, renderTree } from '../../../src/git/tree-bytes.ts';
import { describe } from '../../support/suite.ts';

const tree = renderTree([
  { mode: '100644', name: 'a', oid: '1'.repeat(40) },
  { mode: '40000', name: 'folder', oid: '2'.repeat(40) },
]);

describe('a tree object', (it) => {
  it('is read as it was written', () => {
    assert.equal(renderTree(parseTree(tree, 40)), tree);
    assert.is(faultIn({ type: 'tree', bytes: tree }), undefined);
  });

  it('that ends within an entry is damaged', () => {
    const ends = ['x', '100644 b', '100644 b\0', '100644 b\0short'];
    for (const bytes of ends.map((end) => Buffer.concat([tree, Buffer.from(end)]))) {
      assert.throws(() => parseTree(bytes, 40), /a tree is damaged/);
      assert.is(faultIn({ type: 'tree', bytes }), 'badTree');
    }
  });
});
