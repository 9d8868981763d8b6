import * as assert from 'uvu/assert';
import { isAtOrBelow, planSteps } from '../../../src/restore/steps.ts';
import { describe } from '../../support/suite.ts';

describe('planSteps', (it) => {
  it('names what happens to each path', () => {
    const steps = planSteps([
      { status: 'added', path: 'a', newMode: '100644', newOid: '1' },
      { status: 'deleted', path: 'b', oldMode: '100644', oldOid: '1' },
      { status: 'modified', path: 'c', oldMode: '100644', oldOid: '1', newMode: '100644', newOid: '2' },
      { status: 'modified', path: 'd', oldMode: '100644', oldOid: '1', newMode: '100755', newOid: '1' },
      { status: 'type', path: 'e', oldMode: '100644', oldOid: '1', newMode: '120000', newOid: '2' },
    ]);
    assert.equal(
      steps.map(({ action, path }) => `${action} ${path}`),
      ['create a', 'delete b', 'overwrite c', 'mode d', 'type e'],
    );
    assert.equal(steps[1], { action: 'delete', path: 'b', from: { mode: '100644', oid: '1' } });
  });
});

describe('isAtOrBelow', (it) => {
  it('takes whole names', () => {
    assert.ok(isAtOrBelow('a/b', ['a']));
    assert.ok(isAtOrBelow('a', ['a']));
    assert.not.ok(isAtOrBelow('ab', ['a']));
    assert.ok(isAtOrBelow('anything', ['']));
  });
});
