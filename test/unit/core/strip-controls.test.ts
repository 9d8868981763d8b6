import * as assert from 'uvu/assert';
import { stripControls } from '../../../src/core/strip-controls.ts';
import { describe } from '../../support/suite.ts';

describe('stripping control characters', (it) => {
  it('leaves plain text, tabs and newlines as they are', () => {
    const text = 'if (a) {\n\treturn `é 漢字`;\n}\n';
    assert.is(stripControls(text), text);
  });

  it('removes colours, cursor moves and clipboard writes, with their parameters', () => {
    assert.is(stripControls('a\u001b[31;1mb\u001b[0mc\u001b[2J'), 'abc');
    assert.is(stripControls('a\u001b]52;c;ZXZpbA==\u0007b\u001b]0;title\u001b\\c'), 'abc');
    assert.is(stripControls('a\u009b31mb\u009d52;c;x\u009cc\u001bc\u001b(B'), 'abc');
  });

  it('removes an escape that never ends, and keeps the next line', () => {
    assert.is(stripControls('a\u001b]52;c;never\nb'), 'a\nb');
  });

  it('removes other control characters and turns carriage returns into lines', () => {
    assert.is(stripControls('a\u0000b\u0008c\u007fd\u0085e'), 'abcde');
    assert.is(stripControls('a\r\nb\rc'), 'a\nb\nc');
  });

  it('removes text that runs backwards or cannot be seen', () => {
    assert.is(stripControls('a\u202eb\u2066c\u2069d\u200be\ufefff\u00adg'), 'abcdefg');
    assert.is(stripControls('hi\u{e0049}\u{e0067}\u{e006e}'), 'hi');
    assert.is(stripControls('x\u200dy\u2028z'), 'xyz');
  });

  it('keeps an emoji that is joined of several', () => {
    assert.is(stripControls('👩‍💻 ⚠️ 👍🏽'), '👩‍💻 ⚠️ 👍🏽');
  });

  it('replaces half of a character', () => {
    assert.is(stripControls('a\ud800b\udc00c'), 'a\ufffdb\ufffdc');
  });
});
