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

  it('are made by programs that keep stacks', () => {
    const made = ran('gh stack submit --auto', '✓ Created PR #8 for part/one\n✓ Pushed and synced 1 branches');
    assert.equal(told(made), ['Opened a pull request #8 of part/one']);
    const line = 'one: https://app.graphite.com/github/pr/a/b/9 (created)';
    assert.equal(told(ran('gt submit | tail', `New PRs will be created in draft mode.\n${line}`)), [
      'Opened a pull request https://github.com/a/b/pull/9 of one: draft',
    ]);
    assert.equal(told(ran('cat notes.md', line)), []);
  });

  it('are told as they were seen last', () => {
    const seen = (state: string) => ran('gh pr view 7 --json state,mergeStateStatus', state);
    assert.equal(told(seen('{"mergeStateStatus":"BEHIND","state":"OPEN"}')), [
      'Pull request #7, last seen in turn 1: open, behind its base',
    ]);
    assert.equal(told(seen('{"isDraft":true,"mergeStateStatus":"UNSTABLE"}')), [
      'Pull request #7, last seen in turn 1: draft, not all checks green',
    ]);
    assert.equal(told(seen('state: MERGED')), ['Pull request #7, last seen in turn 1: merged']);
    assert.equal(told(ran('for n in 7 8; do gh pr view $n --json state; done', 'state: OPEN')), []);
  });

  it('are missing where the forge says so and none was opened since', () => {
    const none = ran('gh pr view', 'no pull requests found for branch "fix-it"', 1);
    assert.equal(told(none), ['No pull request yet for fix-it']);
    assert.equal(told(none, ran('gh pr create --fill', url)), [`Opened a pull request ${url}`]);
  });
});
