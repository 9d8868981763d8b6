import * as assert from 'uvu/assert';
import { findDeliveries } from '../../../src/analysis/deliveries.ts';
import { notPushed } from '../../../src/analysis/not-pushed.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const viewOf = (...calls: readonly ToolCall[]) => viewSession(sessionOf([turnOf('Go', ...calls, 'Well.')]));
const pushed = (...calls: readonly ToolCall[]) =>
  findDeliveries(viewOf(...calls)).filter(({ what }) => what === 'push').length;
const commit = ran('git commit -m "a: b"', '[main 1234567] a: b');

describe('pushes', (it) => {
  it('are made by git and by programs that keep stacks', () => {
    for (const command of [
      'git push 2>&1 | tail -3',
      'git -C /work/app push -u origin a',
      'gh stack submit --auto',
      'gh stack push && gh stack view --json',
      'gt restack | tail -3 && gt submit --no-interactive',
      'gt ss',
      'jj git push --change @-',
    ])
      assert.is(pushed(ran(command, 'done')), 1, command);
  });

  it('are not the word in what was read, nor what sends nothing', () => {
    for (const command of [
      "git show origin/a:build.yml | grep 'push: true'",
      'git log --oneline; grep -rn push src',
      'git stash push -m x',
      'git push --dry-run',
      'git push origin --delete a',
      'git commit -m "gate the push"',
    ])
      assert.is(pushed(ran(command, 'push: true')), 0, command);
    assert.is(pushed(ran('git fetch', 'From host:a/b\n   1234567..7654321  main -> origin/main')), 0);
  });

  it('are told by git, whatever ran it and whatever failed behind it', () => {
    const output = 'To host:a/b.git\n   1234567..7654321  main -> main\n';
    assert.is(pushed(ran('./scripts/release.sh', output)), 1);
    assert.is(pushed(ran('git push && ./deploy.sh', `${output}deploy: no such host`, 1)), 1);
    assert.is(pushed(ran('cat log.txt', output)), 0);
    assert.is(pushed(ran('git push --tags', `${output} ! [rejected] b -> b (fetch first)`, 1)), 0);
  });

  it('failed where the program says so before a pipe', () => {
    assert.is(pushed(ran('gt submit 2>&1 | tail -5', 'WARNING: You must restack.\nERROR: Aborting submit.')), 0);
  });
});

describe('commits that are not pushed', (it) => {
  const told = (...calls: readonly ToolCall[]) => notPushed(viewOf(...calls)).map(({ text }) => text);
  const open = { ...ran('git push'), result: 'open' as const };

  it('are told where nothing since may have pushed them', () => {
    assert.equal(told(commit), ['Not pushed in this session: the last commit']);
    assert.equal(told(ran('git push'), commit, ran('npm test')), ['Not pushed in this session: the last commit']);
  });

  it('are not told where that is not known', () => {
    assert.equal(told(commit, open), []);
    assert.equal(told(commit, ran('./scripts/publish.sh')), []);
    assert.equal(told(commit, ran('gh stack push')), []);
    const said = sessionOf([turnOf('Go', commit, 'Committed.'), turnOf('And?', 'I see that you pushed it.')]);
    assert.equal(notPushed(viewSession(said)), []);
  });
});

describe('commits that the user pushed', (it) => {
  it('are known by the run of the CI that the user speaks of', () => {
    const after = (said: string) =>
      notPushed(viewSession(sessionOf([turnOf('Go', commit, 'Well.'), turnOf(said, 'I see.')])));
    assert.equal(after('the ci just failed at format'), []);
    assert.is(after('add a CI workflow').length, 1);
  });
});
