import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { typedWords } from '../../../src/analysis/typed-words.ts';
import { sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

describe('words that were typed', (it) => {
  it('are all of a plain prompt', () => {
    assert.is(typedWords('Fix it.\n\nNever use tabs.'), 'Fix it.\n\nNever use tabs.');
  });

  it('end where a log begins, and go on behind it', () => {
    const log = ['[lint:go] a.go:3:2: SA4006: never used', '[lint:go] 1 issues:'].join('\n');
    assert.is(typedWords(`can you check this\n\n${log}\n\nkeep the test`), 'can you check this\n\nkeep the test');
  });

  it('end behind a colon', () => {
    assert.is(typedWords('address these:\n\nThe cache is never closed.'), 'address these:');
  });

  it('are none of a finding with its severity', () => {
    const finding =
      'Hash has 42 characters\n\nLow Severity\n\nThe string has 42 characters instead of the required 40.';
    assert.is(typedWords(finding), '');
    assert.is(typedWords(`back to the branch:\n\n${finding}`), 'back to the branch:');
    const found = analyzeSession({ session: sessionOf([turnOf(finding, 'Ok.')]), changes: [] }).analysis;
    assert.equal([found.decisions, found.user_rules], [[], []]);
  });

  it('are none of a long brief', () => {
    assert.is(typedWords('Do this. '.repeat(200)), '');
  });
});
