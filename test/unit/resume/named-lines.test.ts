import * as assert from 'uvu/assert';
import { linesNaming } from '../../../src/resume/named-lines.ts';
import { describe } from '../../support/suite.ts';

describe('what the next step names', (it) => {
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

  it('is shown with its body, up to what is declared next', () => {
    const text = ['def _sort_rows(', '    rows,', '):', '    rows = list(rows)', '    return rows', '', 'def other():'];
    assert.is(
      linesNaming([...text, ...Array.from({ length: 9 }, () => '    pass')].join('\n'), ['_sort_rows']),
      '1: def _sort_rows(\n2:     rows,\n3: ):\n4:     rows = list(rows)\n5:     return rows\n6: ',
    );
  });
});
