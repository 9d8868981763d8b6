import * as assert from 'uvu/assert';
import { findBlockers } from '../../../src/analysis/blockers.ts';
import { findDeliveries, unpushed } from '../../../src/analysis/deliveries.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const viewOf = (...calls: readonly ToolCall[]) => viewSession(sessionOf([turnOf('Go', ...calls, 'Well.')]));
const delivered = (...calls: readonly ToolCall[]) =>
  findDeliveries(viewOf(...calls)).map(({ what, text }) => [what, text]);

describe('deliveries', (it) => {
  const denied = ran(
    'git add -A && git commit -m "store: read it" && git push origin main',
    '[main 548dd49] store: read it\n 2 files changed\n create mode 100644 src/error.ts\nssh: Could not resolve hostname example.com',
    128,
  );

  it('are commits that git tells of, even when the push behind them failed', () => {
    assert.equal(delivered(denied), [['commit', 'store: read it']]);
    assert.equal(delivered(ran('git commit -m "a" && git push', 'error: pathspec', 1)), []);
    assert.equal(delivered(ran('git commit -m "a" && git push', '[main 1234567] a')), [
      ['commit', 'a'],
      ['push', ''],
    ]);
  });

  it('have the id that git or a log behind them tells', () => {
    const ids = (call: ToolCall) => findDeliveries(viewOf(call)).map(({ id, text }) => [id, text]);
    assert.equal(ids(ran('git commit -m "a: b"', '[main 1234567] a: b')), [['1234567', 'a: b']]);
    const piped = "git commit -q -F - <<'EOF'\na: b\n\nwhy\nEOF\ngit log --oneline -2";
    assert.equal(ids(ran(piped, '7654321 a: b\n1234567 c')), [['7654321', 'a: b']]);
  });

  it('have the newest id after a rebase, or none', () => {
    const ids = (...calls: readonly ToolCall[]) => findDeliveries(viewOf(...calls)).map(({ id }) => id);
    const [one, two] = [ran('git commit -m "a: b"', '[main 1234567] a: b'), ran('git commit -m c', '[main 2345678] c')];
    const rebase = ran('git pull --rebase origin main', 'Successfully rebased and updated refs/heads/main.');
    assert.equal(ids(one, two, rebase), [undefined, undefined]);
    assert.equal(ids(one, two, rebase, ran('git log --oneline -2', '3456789 (HEAD) c\n4567890 a: b')), [
      '4567890',
      '3456789',
    ]);
    assert.equal(ids(one, ran('git rebase main', 'Current branch a is up to date.')), ['1234567']);
    assert.equal(ids(one, ran('gh stack rebase')), [undefined]);
    assert.equal(ids(one, ran('git cherry-pick 1234567', '[other 5678901] a: b')), ['5678901']);
    assert.equal(ids(one, ran('git reflog', '9999999 a: b')), ['1234567']);
  });

  it('are commits and merges without a message of their own', () => {
    assert.equal(delivered(ran('git commit --no-edit', '[main 1234567] Merge branch a')), [
      ['merge', 'Merge branch a'],
    ]);
    assert.equal(delivered(ran('git commit -F /tmp/words', '[main 1234567] a: b')), [['commit', 'a: b']]);
    assert.equal(delivered(ran('git merge origin/main', "Merge made by the 'ort' strategy.\n a.ts | 2 +-")), [
      ['merge', 'a merge of origin/main'],
    ]);
    assert.equal(delivered(ran('git merge origin/main', 'Already up to date.')), []);
  });

  it('are amended in the turn that they were made in, where their words stay', () => {
    const first = turnOf('Go', ran('git commit -m "a: b"', '[main 1234567] a: b'), 'Done.');
    const then = turnOf('And', ran('git commit --amend --no-edit', '[main 7654321] a: b'), 'Done.');
    assert.equal(findDeliveries(viewSession(sessionOf([first, then]))), [
      { what: 'commit', text: 'a: b', turn: 1, id: '7654321' },
    ]);
  });

  it('are pushes also behind a message of many lines', () => {
    const command = `git -C /work/app commit -m "$(cat <<'EOF'\na: b\n\nwhy\nEOF\n)" && git -C /work/app push`;
    assert.equal(delivered(ran(command, '[main 1234567] a: b')), [
      ['commit', 'a: b'],
      ['push', ''],
    ]);
  });

  it('are not the commits that were squashed into a new one', () => {
    const commit = (id: string) => ran(`git commit -m "${id}"`, `[main ${id}] ${id}`);
    const squash = (base: string) => ran(`git reset -q --soft ${base} && git commit -m "all"`, '[main 9999999] all');
    const texts = (base: string) =>
      delivered(commit('1111111'), commit('2222222'), commit('3333333'), squash(base)).map(([, text]) => text);
    assert.equal(texts('1111111'), ['1111111', 'all']);
    assert.equal(texts('HEAD~2'), ['1111111', 'all']);
    assert.equal(texts('0000000'), ['all']);
  });

  it('are no commits where a wrapper says that one failed', () => {
    assert.equal(delivered(ran('git add . && git commit -m "a"', 'ok\nFAILED: git commit')), []);
  });

  it('say where a commit was made, if not in the directory of the session', () => {
    const placesOf = (command: string) => findDeliveries(viewOf(ran(command))).map(({ place }) => place);
    assert.equal(placesOf('cd ~/fleet && git commit -m "a" && cd /work/app && git status'), ['~/fleet']);
    assert.equal(placesOf('git -C /srv/fleet commit -m "a"'), ['/srv/fleet']);
    assert.equal(placesOf('cd /work/app/src && git commit -m "a"; cd ~/fleet'), [undefined]);
  });

  it('say which push failed last, until one goes well', () => {
    const pushed = ran('git push', 'main -> main');
    const told = (...calls: readonly ToolCall[]) => unpushed(viewOf(...calls))?.text;
    assert.is(told(pushed, denied), '`git push origin main` failed: ssh: Could not resolve hostname example.com');
    assert.is(told(denied, pushed), undefined);
    assert.is(told(ran('rg "git push" src', '', 1)), undefined);
    assert.is(told(ran('git commit -m "a" && git push', 'error: hook failed', 1)), undefined);
  });

  it('leave the push as what failed', () => {
    assert.equal(findBlockers(viewOf(denied)), [
      {
        text: 'Committed, but `git push origin main` failed (exit 128): ssh: Could not resolve hostname example.com',
        from: { by: 'command', turn: 1, command: 'git push origin main' },
      },
    ]);
  });
});
