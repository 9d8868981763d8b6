import * as assert from 'uvu/assert';
import { reportSections } from '../../../src/analysis/report-sections.ts';
import { describe } from '../../support/suite.ts';

const section = (title: string, about: string) => `## ${title}\n${`- A line about ${about}.\n`.repeat(8)}`;
const REPORT = [
  '# The whole harbour',
  section('1. Layout', 'folders'),
  section('2. Cranes', 'cranes and their load'),
  section('3. Lamps', 'lamps'),
  section('4. Key insights', 'what to do'),
].join('\n');

describe('a long report', (it) => {
  it('is told by its conclusions and what was asked for, each section whole, the others by name', () => {
    const told = reportSections(REPORT, 'Paint the cranes', 800);
    assert.is(told.match(/A line about cranes/g)?.length, 8);
    assert.is(told.match(/A line about what to do/g)?.length, 8);
    assert.not.match(told, '…');
    assert.ok(told.length <= 800);
    assert.match(told, /Its other sections: 1\. Layout; 3\. Lamps$/);
  });

  it('is told as it was when it has room or no sections', () => {
    assert.match(reportSections(REPORT, 'Paint the cranes', 5000), 'A line about lamps');
    const prose = 'The lamp is broken by the wind. '.repeat(40);
    assert.ok(reportSections(prose, 'Paint the cranes', 300).length <= 300);
  });

  it('is cut when none of its sections has room', () => {
    assert.ok(reportSections(REPORT, 'Paint the cranes', 260).length <= 260);
  });
});
