import * as assert from 'uvu/assert';
import { emptyAnalysis } from '../../../src/core/note.ts';
import { linesNaming, namesNext } from '../../../src/resume/named-lines.ts';
import { describe } from '../../support/suite.ts';

describe('what the next step names', (it) => {
  it('is found in the next actions and the last words, without words of sentences and names of files', () => {
    const names = namesNext({
      ...emptyAnalysis,
      next_actions: ['Lower `MAX_ROWS` in src/rowStore.ts, then call loadRows()'],
      last_exchange: ['Is oldName gone?', 'The RowStore is, and row_count too.'],
    });
    assert.equal(names, ['MAX_ROWS', 'loadRows', 'RowStore', 'row_count']);
  });

  it('is shown where it is declared, with the lines around it and their numbers', () => {
    const text = ['a', 'b', 'const MAX_ROWS = 9;', 'c', 'd', 'e', 'f', 'use(MAX_ROWS);', 'let row_count = 0;'].join(
      '\n',
    );
    assert.is(
      linesNaming(text, ['MAX_ROWS', 'row_count', 'RowStore']),
      '1: a\n2: b\n3: const MAX_ROWS = 9;\n4: c\n5: d\n…\n7: f\n8: use(MAX_ROWS);\n9: let row_count = 0;',
    );
    assert.is(linesNaming('use(MAX_ROWS);', ['MAX_ROWS']), undefined);
  });
});
