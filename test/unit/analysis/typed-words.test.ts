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

  it('may begin as what a program prints does', () => {
    const words = 'ok the title flashes, error handling is fine';
    assert.is(typedWords(words), words);
    assert.is(typedWords('ok  \tpkg/store\t0.2s\nFAIL src/a.test.ts'), '');
  });

  it('may be a long first paragraph that speaks to the agent', () => {
    const long = 'i want the table sorted by name. '.repeat(20).trim();
    assert.is(typedWords(long), long);
    assert.is(typedWords('The cache is closed by its owner. '.repeat(20)), '');
  });

  it('are none of a long brief', () => {
    assert.is(typedWords('Do this. '.repeat(200)), '');
  });
});
