import * as assert from 'uvu/assert';
import { cutLines } from '../../../src/core/cut-lines.ts';
import { describe } from '../../support/suite.ts';

describe('a text that is cut', (it) => {
  const plain = Array.from({ length: 12 }, (_, at) => `The part number ${at} was read.`);

  it('keeps what warns before what only tells', () => {
    const warning = 'The annotation is hardcoded and will never follow the variable.';
    const text = ['It is done.', ...plain, warning, ...plain, 'Shall I merge?'].join('\n');
    assert.match(
      cutLines(text, 200),
      /^It is done\.\n[\s\S]*\n…\nThe annotation is hardcoded .*\n…\n[\s\S]*Shall I merge\?$/,
    );
  });

  it('keeps the headings between what it cuts', () => {
    const part = (at: number) => [`## Part ${at}`, ...Array(6).fill('It is told at length what is to be done here.')];
    const told = cutLines([1, 2, 3, 4].flatMap(part).join('\n'), 600);
    for (const at of [1, 2, 3, 4]) assert.match(told, `## Part ${at}`);
  });

  it('leaves out greetings and what is well before what names something, and keeps what is wanted', () => {
    const good = ['Positive points', ...Array.from({ length: 6 }, (_, at) => `- The door ${at} is of oak.`)];
    const text = [
      'Perfect! The gate is counted.',
      'It took a while.',
      '- GAP-7 is open.',
      ...good,
      ...plain,
      'Shall I merge?',
    ];
    const told = cutLines(text.join('\n'), 220, ['GAP-7']);
    assert.match(told, /^The gate is counted\./);
    assert.match(told, 'GAP-7');
    assert.not.match(told, 'oak');
    const facts = [
      'It is done.',
      ...Array(9).fill('It was told at length before.'),
      'It is in `src/gate.ts`.',
      ...plain.slice(0, 2),
    ];
    assert.match(cutLines(facts.join('\n'), 120), 'src/gate.ts');
  });

  it('keeps no label without its list', () => {
    const text = ['It is done.', 'What changed:', ...plain, 'Shall I merge?'].join('\n');
    assert.not.match(cutLines(text, 90), 'What changed:');
  });
});
