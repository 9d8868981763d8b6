import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const analysis = (turns: readonly Turn[]) => analyzeSession({ session: sessionOf(turns), changes: [] }).analysis;
const pasted = (turns: readonly Turn[]) => analysis(turns).pasted_findings;

const REVIEW = [
  'can you address these:',
  '',
  '- [P1] Close the store after a failed write — src/store.ts:42-50',
  '  The handle leaks when the disk is full.',
  '- [P2] Keep the order of keys — src/keys.ts:7',
].join('\n');

describe('pasted findings', (it) => {
  it('of a terminal are over when it was pasted again and nothing failed', () => {
    const first = '```\nme@host app % tool list\nError: Invalid usage: accepts 1 arg(s), received 0\n```';
    const again = '```\nme@host app % tool list 42\nNAME   STATE\nstore  active\n```';
    assert.equal(pasted([turnOf(first, 'It takes an id.')]), [
      'Open: Error: Invalid usage: accepts 1 arg(s), received 0',
    ]);
    assert.equal(pasted([turnOf(first, 'It takes an id.'), turnOf(again, 'There it is.')]), []);
  });

  it('are a list of what is open, with a count of the rest', () => {
    assert.equal(pasted([turnOf(REVIEW, edited('src/store.ts'), 'The first is fixed.')]), [
      'Open: Keep the order of keys (P2, src/keys.ts:7)',
      '1 other pasted point: addressed or answered',
    ]);
    const later = [
      turnOf(REVIEW, 'I see.'),
      turnOf('go', edited('src/keys.ts'), edited('src/store.ts'), 'Both are fixed.'),
    ];
    assert.equal(pasted(later), []);
  });

  it('know a finding with its severity below the title', () => {
    const finding = 'Hash has 42 characters\n\nLow Severity\n\nThe string in `a/b.ts` has 42 characters instead of 40.';
    assert.equal(pasted([turnOf(finding, 'Let me see.')]), ['Open: Hash has 42 characters (Low, a/b.ts)']);
  });

  it('are over when one is all that was asked, and a check passes after an edit', () => {
    const finding = 'Hash has 42 characters\n\nLow Severity\n\nThe string has 42 characters instead of 40.';
    const mended = [edited('src/hash.ts'), ran('npm test', '13 passed')];
    assert.equal(pasted([turnOf(finding, ...mended)]), []);
    assert.equal(pasted([turnOf(finding, edited('src/hash.ts'))]), ['Open: Hash has 42 characters (Low)']);
    const other = [turnOf(finding, 'I see.'), turnOf('Add a parser for dates first', ...mended)];
    assert.equal(pasted(other), ['Open: Hash has 42 characters (Low)']);
  });

  it('are no headings of a list', () => {
    assert.equal(pasted([turnOf('Look at this:\n\n**Moderate issues:**\n\n- The handle leaks', 'I see.')]), []);
  });

  it('are what a log says went wrong, until the same check passes', () => {
    const log = 'why does this fail?\n\n```\n$ npm test\nsrc/a.ts:3:2: error: parse is not defined\n12 passed\n```';
    assert.equal(pasted([turnOf(log, 'Let me see.')]), ['Open: src/a.ts:3:2: error: parse is not defined']);
    assert.equal(pasted([turnOf(log, edited('src/b.ts'), ran('npm test', '13 passed'), 'Mended.')]), []);
  });

  it('may be declined, in the words of the agent', () => {
    const answer = 'The order of keys is a false positive: `keys.ts` sorts them on purpose.';
    assert.equal(pasted([turnOf(REVIEW, edited('src/store.ts'), answer)]), []);
  });

  it('are none of what a person typed', () => {
    assert.equal(pasted([turnOf('Fix src/store.ts.\n\n- keep the order\n- close it after a failed write', 'Ok.')]), []);
    assert.equal(analysis([turnOf(REVIEW, 'Ok.')]).user_rules, []);
  });
});
