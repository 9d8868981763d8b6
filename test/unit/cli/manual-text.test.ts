import * as assert from 'uvu/assert';
import { loadAll } from '../../../src/cli/commands.ts';
import { manualPage } from '../../../src/cli/manual-page.ts';
import { manualText } from '../../../src/cli/manual-text.ts';
import { describe } from '../../support/suite.ts';

const same = (text: string) => text;

describe('manualText', (it) => {
  it('sets headings, paragraphs and terms as man does', () => {
    const page =
      '.TH X 1\n.SH NAME\na \\- b\n.PP\n\\fBbold\\fR words\n.TP\n\\fB\\-m\\fR \\fITEXT\\fR\nWhat it says.\n.SH END\nx\n';
    const text =
      'NAME\n       a - b\n\n       bold words\n\n       -m TEXT\n           What it says.\n\nEND\n       x\n';
    assert.is(manualText(page, 80, same), text);
  });

  it('keeps lines that are not to be filled', () => {
    assert.is(
      manualText('.SH S\n.nf\none two three\n.fi\none two three\n', 16, same),
      'S\n       one two three\n       one two\n       three\n',
    );
  });

  it('leaves no escape of roff in the whole manual, and no line wider than the screen', async () => {
    const text = manualText(manualPage(await loadAll()), 80, same);
    assert.not.match(text, /\\f|\\-|\\\(|^\.[A-Z]{2}/m);
    const synopsis = text.indexOf('DESCRIPTION');
    // A word that is wider than the screen stays whole.
    const wide = text
      .slice(synopsis)
      .split('\n')
      .filter((line) => line.length > 80 && line.trim().includes(' '));
    assert.equal(wide, []);
    assert.match(text, /^ {3}git checkpoint restore/m);
    assert.match(text, / --dry-run$/m);
  });
});
