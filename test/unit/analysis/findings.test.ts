import * as assert from 'uvu/assert';
import { findFindings } from '../../../src/analysis/findings.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { Session, Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const findings = (turns: readonly Turn[], more: Partial<Session> = {}, count = 20) =>
  findFindings(viewSession(sessionOf(turns, more)), { count, length: 250 }).map(({ text }) => text);

const CAUSE = 'The root cause is in `lexer.ts:42`: the cursor is never reset after a tab.';

describe('findings', (it) => {
  it('are what the agent established, and never what it is about to do', () => {
    const said = [
      `Let me read \`lexer.ts\` because it must be there. ${CAUSE}`,
      'I’m tightening `lexer.ts` now because the cursor must be reset.',
      "If you want, I can patch `parser.ts` too, which doesn't handle tabs.",
    ];
    assert.equal(findings([turnOf('Why?', ...said.flatMap((text) => [text, edited('a.ts')]))]), [CAUSE]);
  });

  it('prefer a cause with names to a plain statement where there is no room for both', () => {
    const plain = 'The parser has a function that reads the tokens one by one.';
    assert.equal(findings([turnOf('Why?', `${CAUSE} ${plain}`)], {}, 1), [CAUSE]);
  });

  it('are told once, as they were said last', () => {
    const again = 'The root cause is in `lexer.ts:42`: the cursor is never reset after a tab character.';
    assert.equal(findings([turnOf('Why?', CAUSE), turnOf('Sure?', again)]), [again]);
  });

  it('are no questions, headings, states of checks or options that were put up', () => {
    const text = [
      'Does `lexer.ts` handle tabs only in strings?',
      'Why `lexer.ts` must be changed:',
      'All tests pass.',
      'A. Reset the cursor in `lexer.ts`, which is only called once.',
      'Yes, but only in a narrow sense.',
    ].join('\n');
    assert.equal(findings([turnOf('Why?', text)]), []);
  });

  it('are not what the agent took back later', () => {
    const wrong = 'The `lexer.ts` cursor is never reset because `nextToken` skips the tab branch.';
    const taken = 'I was wrong about the tab branch: `nextToken` in `lexer.ts` resets the cursor on every tab.';
    assert.equal(findings([turnOf('Why?', wrong), turnOf('Sure?', taken)]), [taken]);
    const both = 'The `parser.ts` cache was wrong: it must be keyed by path.';
    assert.equal(findings([turnOf('Why?', wrong), turnOf('And?', both)]), [wrong, both]);
  });

  it('are not how things stood for a moment', () => {
    const moment = [
      'Formatting found the expected nits, and `cargo check` is still running.',
      'The local debug binary is available, so this should be a cheap check with `mise`.',
      'The worktree is currently on `main`, so the changes of `a.ts` aren’t checked out yet.',
    ];
    assert.equal(findings([turnOf('Why?', ...moment.flatMap((text) => [text, ran('ls')]), CAUSE)]), [CAUSE]);
  });

  it('stand without the number that they had in a list', () => {
    assert.equal(findings([turnOf('Why?', `1. ${CAUSE}`)]), [CAUSE]);
  });

  it('come from what subagents reported, without the halves around a cut', () => {
    const other = 'Windows is not supported: `lock_windows.go` opens the file and takes no lock.';
    const result = `${CAUSE} The half that must\n… [120 characters cut] …\nnever be told of \`a.ts\` is here. ${other}`;
    const told = findings([turnOf('Why?')], { subagents: [{ description: 'look', result }] });
    assert.equal(told, [CAUSE, other]);
  });
});
