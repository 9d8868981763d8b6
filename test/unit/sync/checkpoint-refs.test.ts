import * as assert from 'uvu/assert';
import { checkpointRefs } from '../../../src/sync/checkpoint-refs.ts';
import { describe } from '../../support/suite.ts';

const prefix = 'refs/checkpoint-sync/origin/c/';

describe('checkpoint refs', (it) => {
  it("leave out other tools' refs, and numbers that nobody gave out", () => {
    const names = ['1', '02', 'x', '3/4', '100000000', '100000001', '99999999999', '7'];
    const refs = names.map((name, at) => ({ ref: `${prefix}${name}`, oid: `${at}`.repeat(40) }));
    const found = checkpointRefs([...refs, { ref: 'refs/notes/5', oid: '9'.repeat(40) }], prefix);
    assert.equal([...found.keys()], [1, 100000000, 7]);
  });
});
