import * as assert from 'uvu/assert';
import { gcLocksPackedRefs } from '../../../src/git/repository-settings.ts';
import { describe } from '../../support/suite.ts';

const said = (key: string, value: string) =>
  gcLocksPackedRefs([{ key, value, origin: 'file:.git/config', scope: 'local' }]);

describe('a gc', (it) => {
  it('waits for the lock of packed refs, unless it packs none or they are elsewhere', () => {
    assert.ok(gcLocksPackedRefs([]));
    assert.equal([said('gc.packrefs', 'true'), said('extensions.refstorage', 'files')], [true, true]);
    assert.equal([said('gc.packrefs', 'false'), said('gc.packrefs', 'notbare')], [false, false]);
    assert.equal(
      ['reftable', 'files:///elsewhere', 'reftable:///elsewhere'].map((value) => said('extensions.refstorage', value)),
      [false, false, false],
    );
  });
});
