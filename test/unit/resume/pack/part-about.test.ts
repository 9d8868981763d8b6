import * as assert from 'uvu/assert';
import { partAbout } from '../../../../src/resume/pack/part-about.ts';
import { describe } from '../../../support/suite.ts';

const filler = (count: number) => Array.from({ length: count }, (_, at) => `step ${at}`);
const about = (...words: string[]) => ({ names: [], words: new Set(words) });
const range = (lines: readonly string[], language: string, sought: Parameters<typeof partAbout>[2]) => {
  const part = partAbout(lines.join('\n'), language, sought);
  return part && [part.first, part.last];
};

describe('the part of a text that the open work speaks of', (it) => {
  const prose = [
    '# Ferries',
    ...filler(60),
    '## Tickets',
    'A ticket names the harbour.',
    'It is valid on each ferry of the day.',
    '## Winter',
    ...filler(60),
  ];

  it('is the section where most of its words stand together', () => {
    assert.equal(range(prose, 'markdown', about('ticket', 'harbour', 'ferry')), [61, 63]);
  });

  it('is none where only two of its words stand', () => {
    assert.is(range(prose, 'markdown', about('ticket', 'harbour', 'captain')), undefined);
  });

  it('is none where the words stand everywhere', () => {
    const lines = Array.from({ length: 80 }, () => 'ticket harbour ferry');
    assert.is(range(lines, '', about('ticket', 'harbour', 'ferry')), undefined);
  });

  it('begins with the declaration around it and reads names in parts', () => {
    const code = [
      ...filler(50),
      'function sell() {',
      '  const ferryTicket = load();',
      '  ferryTicket.harbour = 1;',
      '}',
    ];
    assert.equal(range(code, 'ts', about('ticket', 'harbour', 'ferry')), [50, 53]);
  });

  it('is found by one word again and again in what the session edited', () => {
    const sheet = [...filler(80), '.ticket {', '}', '.ticket td {', '}', '.ticket br {', '}', ...filler(80)];
    assert.is(range(sheet, 'html', about('ticket', 'captain')), undefined);
    assert.equal(range(sheet, 'html', { ...about('ticket', 'captain'), isEdited: true }), [80, 90]);
  });
});
