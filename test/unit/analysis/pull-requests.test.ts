import * as assert from 'uvu/assert';
import { pullRequests } from '../../../src/analysis/pull-requests.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const told = (...calls: readonly ToolCall[]) =>
  pullRequests(viewSession(sessionOf([turnOf('Go', ...calls, 'Well.')]))).map(({ text }) => text);
const url = 'https://example.com/a/b/pull/7';

describe('pull requests', (it) => {
  const create = ran('gh pr create --draft --title "a" --body "b"', `Warning: 1 change\n${url}`);

  it('are told as they are now', () => {
    assert.equal(told(create), [`Opened a pull request ${url}: draft`]);
    assert.equal(told(ran('gh pr create --fill', url)), [`Opened a pull request ${url}`]);
    assert.equal(told(create, ran('gh pr ready 7')), [`Opened a pull request ${url}: marked ready`]);
    assert.equal(told(create, ran('gh pr ready && gh pr merge --squash')), [`Opened a pull request ${url}: merged`]);
    assert.equal(told(create, ran('gh pr merge 7', 'not mergeable', 1)), [`Opened a pull request ${url}: draft`]);
    assert.equal(told(ran('gh pr merge 9 --auto')), ['Pull request #9: to be merged when its checks pass']);
  });

  it('have the checks as they were seen last, until they are merged', () => {
    const checks = ran(
      'gh pr checks 7',
      'lint\tfail\t9s\tu\nunit (a)\tpending\t0\tu\nbuild\tpass\t1m\tu\nx\tskipping\t0',
      8,
    );
    assert.equal(told(checks), [
      'Checks of pull request #7, last seen in turn 1: failed: lint; pending: unit (a); 1 passed',
    ]);
    assert.equal(told(checks, ran('gh pr checks 7', 'lint\tpass\t9s\tu')), [
      'Checks of pull request #7, last seen in turn 1: 1 passed',
    ]);
    const each = ran('for n in 7 8; do gh pr checks "$n"; done', 'lint\tfail\t9s\tu\nlint\tpass\t9s\tu');
    assert.equal(told(each), []);
    assert.equal(told(checks, ran('gh pr merge 7')), ['Pull request #7: merged']);
  });

  it('are missing where the forge says so and none was opened since', () => {
    const none = ran('gh pr view', 'no pull requests found for branch "fix-it"', 1);
    assert.equal(told(none), ['No pull request yet for fix-it']);
    assert.equal(told(none, ran('gh pr create --fill', url)), [`Opened a pull request ${url}`]);
  });
});
