import * as assert from 'uvu/assert';
import { fenced, indentedLines, oneLine } from '../../../../src/resume/pack/quote.ts';
import { describe } from '../../../support/suite.ts';

describe('fenced', (it) => {
  it('uses a fence longer than any inside', () => {
    assert.is(fenced('```\nx\n```', 'markdown'), '````markdown\n```\nx\n```\n````');
    assert.is(fenced('a ````` b\n', ''), '``````\na ````` b\n``````');
  });
});

describe('prose', (it) => {
  it('stays on one line and opens no fence', () => {
    assert.is(oneLine('  a\n\n```sh\nb\t~~~~ '), "a '''sh b ~~~~".replace('~~~~', "''''"));
  });

  it('keeps its lines below its own bullet', () => {
    assert.is(indentedLines('a\n\n# b\n```\n  - c\n'), "a\n    # b\n    '''\n      - c");
  });
});
