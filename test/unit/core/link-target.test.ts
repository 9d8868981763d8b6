import * as assert from 'uvu/assert';
import { leadsOutside } from '../../../src/core/link-target.ts';
import { describe } from '../../support/suite.ts';

describe('leadsOutside', (it) => {
  it('follows the target from where the link is', () => {
    assert.not.ok(leadsOutside('a/b/link', '../../x'));
    assert.ok(leadsOutside('a/b/link', '../../../x'));
    assert.ok(leadsOutside('link', '/etc/passwd'));
    assert.ok(leadsOutside('link', 'C:\\x'));
    assert.ok(leadsOutside('link', 'a/../.git/config'));
    assert.not.ok(leadsOutside('link', '.github/x'));
  });
});
