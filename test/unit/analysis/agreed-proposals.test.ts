import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const decided = (closing: string, reply: string) =>
  analyzeSession({
    session: sessionOf([turnOf('Plan the harbour', closing), turnOf(reply, 'Ok.')]),
    changes: [],
  }).analysis.decisions;

describe('a yes', (it) => {
  it('takes what was recommended, summed up, asked or listed', () => {
    const boats = 'Big boats need deep water.';
    assert.equal(decided(`${boats} So I'd go with one deep basin and no lock.\n\nSound right?`, 'yes'), [
      "Agreed: I'd go with one deep basin and no lock.",
    ]);
    assert.equal(decided(`${boats}\n\nSo: one deep basin, with a lock. No downside.`, 'yes'), [
      'Agreed: one deep basin, with a lock.',
    ]);
    assert.equal(decided(`${boats}\n\nConfirm — one deep basin, no lock, a crane on the quay?`, 'yes'), [
      'Agreed: one deep basin, no lock, a crane on the quay',
    ]);
    const list = '- One deep basin. It is dug first.\n- A crane on the quay — of steel';
    assert.equal(decided(`The harbour has:\n\n${list}\n\nDoes that capture it?`, 'Looks good'), [
      'Agreed: One deep basin; A crane on the quay',
    ]);
    assert.equal(
      decided('My recommendation: a deep basin.\n\nWhat do you want?', 'yes your recommendation, and a lamp'),
      ['Agreed: a deep basin.'],
    );
  });

  it('to an offer, or to what is told elsewhere, settles nothing', () => {
    assert.equal(decided('The basin is dug.\n\nShall I fill it with water now?', 'yes'), []);
    assert.equal(decided('The basin is dug.\n\nOK on the north basin and crane changes?', 'yes'), []);
    assert.equal(decided('```\nbasin: deep\n```\n\nDoes this look right?', 'yes'), []);
  });
});

describe('a reply', (it) => {
  const closing =
    'How deep shall the basin be dug?\n\n- **Five metres** — Simple. Small boats only.\n- **Ten metres** — Any boat may come in.';

  it('takes an option by its label, or by a word that only one of them has', () => {
    assert.equal(decided(closing, 'Ten metres'), [
      'How deep shall the basin be dug → Ten metres — Any boat may come in',
    ]);
    assert.equal(decided(closing, 'simple to begin with'), [
      'How deep shall the basin be dug → Five metres (“simple to begin with”) — Simple. Small boats only',
    ]);
  });

  it('takes none of them by a word of both, or by a question', () => {
    assert.equal(decided(closing, 'how many metres has the old one?'), []);
    assert.equal(decided(closing.replace('How deep shall the basin be dug?', 'The basins:'), 'Ten metres'), []);
  });
});
