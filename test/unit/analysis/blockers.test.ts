import * as assert from 'uvu/assert';
import { findBlockers } from '../../../src/analysis/blockers.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { Session, ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const blockersAfter = (closing: string) =>
  findBlockers(viewSession(sessionOf([turnOf('Go', edited('a.ts'), closing)]))).map(({ text }) => text);

describe('blockers in the agent’s words', (it) => {
  it('are not what is solved or denied', () => {
    assert.equal(blockersAfter("Removed the old clones so later commits won't be blocked by them."), []);
    assert.equal(blockersAfter('The release is no longer blocked on the review.'), []);
    assert.equal(blockersAfter('The push was blocked by the hook; that is fixed now.'), []);
    assert.equal(blockersAfter('The push was blocked by the hook.'), ['Agent: The push was blocked by the hook.']);
  });

  it('are a command that the user has to run before the agent goes on', () => {
    const asked =
      'Please run this locally, then tell me to retry:\n```\nsudo chown -R ada ~/.npm\n```\n\nAfter that, I’ll install again.';
    assert.equal(blockersAfter(asked), ['The agent goes on when the user has run `sudo chown -R ada ~/.npm`']);
    assert.equal(blockersAfter('Could you run `gh auth login` once? When it is done, I can open the pull request.'), [
      'The agent goes on when the user has run `gh auth login`',
    ]);
    assert.equal(blockersAfter('All done. Please run `npm test` to see it yourself.'), []);
  });
});

describe('what the machine does not let through', (it) => {
  const denied = ran(
    'git add a.ts',
    "fatal: Unable to create '/work/app/.git/index.lock': Operation not permitted",
    128,
  );
  const looks = Array.from({ length: 5 }, () => ran('ls src', 'a.ts'));
  const told = (...calls: readonly ToolCall[]) =>
    findBlockers(viewSession(sessionOf([{ ...turnOf('Commit it', ...calls), outcome: 'open' }]))).map(
      ({ text }) => text,
    );

  it('stands in the way when it was tried more than once, whatever came between', () => {
    assert.equal(told(denied, ...looks, denied, ...looks), [
      "`git add a.ts` failed (exit 128): fatal: Unable to create '/work/app/.git/index.lock': Operation not permitted",
    ]);
    assert.equal(told(denied, ...looks), []);
    assert.equal(told(denied, denied, ran('git add a.ts && git status'), ...looks), []);
  });
});

describe('what the agent waits for', (it) => {
  const spawned: ToolCall = { tool: 'spawn_agent', action: 'agent', paths: [], result: 'ok' };
  const waited: ToolCall = { tool: 'wait_agent', action: 'other', paths: [], result: 'ok' };
  const blockers = (turn: Turn, subagents: Session['subagents'] = []) =>
    findBlockers(viewSession(sessionOf([turn], { subagents }))).map(({ text }) => text);
  const said = 'I’m waiting on the lexer reviewer, then I’ll sum up.';

  it('stands in the way until it is back', () => {
    const turn: Turn = { ...turnOf('Review it', spawned, said, waited), outcome: 'open' };
    assert.equal(blockers(turn, [{ description: 'Review the lexer' }]), [`Agent: ${said}`]);
    assert.equal(blockers(turn, [{ description: 'Review the lexer', result: 'It is fine.' }]), []);
  });

  it('may have reported after the last words', () => {
    const turn = turnOf('Review it', spawned, 'Waiting on the lexer reviewer.');
    assert.equal(blockers(turn, [{ description: 'Review the lexer', result: 'It is fine.' }]), []);
    const other = turnOf('Review it', spawned, 'Still waiting for CI.');
    assert.equal(blockers(other, [{ description: 'Review the lexer', result: 'It is fine.' }]).length, 1);
  });
});

describe('what the agent met on its way', (it) => {
  const expired = ran('lamp light', 'Error: 401 authentication token is expired', 1);
  const told = (...steps: Parameters<typeof turnOf>[1][]) =>
    findBlockers(viewSession(sessionOf([{ ...turnOf('Light it', ...steps), outcome: 'open' }])))
      .map(({ text }) => text)
      .filter((text) => text.startsWith('Agent'));
  const said = 'The lamp is sound, but the last trial is blocked by the expired key.';

  it('stands in the way, although it went around it, until it says otherwise', () => {
    assert.equal(told(expired, said, ran('ls')), [`Agent: ${said}`]);
    assert.equal(told(ran('ls'), said, ran('ls')), []);
    assert.equal(told(expired, said, ran('lamp login'), 'The key is renewed.', ran('ls')), []);
  });

  it('does not stand in the way where it looked in the wrong place and went on', () => {
    const look = ran('ssh ada@hall "cat /etc/lamp.conf"', 'cat: /etc/lamp.conf: No such file or directory', 1);
    const blockers = (...calls: readonly ToolCall[]) =>
      findBlockers(viewSession(sessionOf([{ ...turnOf('Look', ...calls), outcome: 'open' }])));
    assert.is(blockers(look).length, 1);
    assert.is(blockers(look, ran('ssh ada@hall "ls /etc"', 'hall.conf')).length, 0);
  });
});
