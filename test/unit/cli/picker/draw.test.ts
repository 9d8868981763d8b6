import * as assert from 'uvu/assert';
import { drawPicker } from '../../../../src/cli/picker/draw.ts';
import { pickerRows } from '../../../../src/cli/picker/rows.ts';
import { emptyPicker, press, withItems } from '../../../../src/cli/picker/state.ts';
import { styleFor } from '../../../../src/cli/render/style.ts';
import { checkpointNumber } from '../../../../src/core/number.ts';
import { textWidth } from '../../../../src/core/text-width.ts';
import type { TimelineEntry } from '../../../../src/repository/timeline.ts';
import { fixedWorld } from '../../../support/fixed-world.ts';
import { sampleCheckpoint, sampleNote } from '../../../support/sample-checkpoint.ts';
import { describe } from '../../../support/suite.ts';

const world = fixedWorld('/repo');
const style = styleFor(world, world.stdout);

function rowsOf(count: number) {
  const entries = Array.from({ length: count }, (_, at): TimelineEntry => {
    const number = checkpointNumber(count - at);
    const note = sampleNote({ summary: `Do the ${number}th thing, which takes many words to tell` });
    return { entry: sampleCheckpoint(note, { number }), since: { from: '0'.repeat(40), changes: [] } };
  });
  return pickerRows(entries, undefined, world.now());
}

const preview = Array.from({ length: 50 }, (_, at) => `line ${at} of what was known and changed ${'x'.repeat(80)}`);

describe('the screen of the picker', (it) => {
  for (const [columns, lines] of [
    [40, 12],
    [80, 24],
    [200, 40],
  ] as const) {
    it(`fills ${columns} columns and ${lines} lines, and nothing more`, () => {
      const rows = rowsOf(60);
      const state = withItems(emptyPicker, rows, false);
      const drawn = drawPicker({ state, rows, preview, loading: false }, { columns, rows: lines, style });
      assert.is(drawn.length, lines);
      for (const line of drawn) assert.ok(textWidth(line) <= columns, `${textWidth(line)}: ${line}`);
      assert.match(drawn.join('\n'), /^> .*60 .*Do the 60th/m);
      assert.match(drawn.at(-1) ?? '', /^enter restore {2}d diff/);
    });
  }

  it('lists all keys on ?, and Escape brings the preview back', () => {
    const rows = rowsOf(3);
    const screen = { columns: 40, rows: 24, style };
    const listed = press(withItems(emptyPicker, rows, false), '?', 5).state;
    const drawn = drawPicker({ state: listed, rows, preview, loading: false }, screen).join('\n');
    assert.match(drawn, /\n\/ +filter/);
    assert.match(drawn, /\na +show or hide safety copies\n/);
    const back = press(listed, 'escape', 5);
    assert.is(back.action, undefined);
    assert.match(drawPicker({ state: back.state, rows, preview, loading: false }, screen).join('\n'), 'line 0 of what');
  });

  it('keeps the selected one in sight, wherever it is', () => {
    const rows = rowsOf(60);
    let state = withItems(emptyPicker, rows, false);
    for (let number = 60; number >= 1; number -= 1) {
      const drawn = drawPicker({ state, rows, preview, loading: false }, { columns: 80, rows: 12, style });
      assert.is(drawn.filter((line) => line.startsWith('> ') && line.includes(`Do the ${number}th`)).length, 1);
      state = press(state, 'j', 5).state;
    }
  });

  it('shows the filter where it is typed, and how many match', () => {
    const rows = rowsOf(12);
    const typed = ['/', ...'12th'].reduce((now, key) => press(now, key, 5).state, withItems(emptyPicker, rows, false));
    const drawn = drawPicker({ state: typed, rows, loading: true }, { columns: 80, rows: 12, style });
    assert.is(drawn[0], "1 of 12 match '12th' · reading…");
    assert.is(drawn.at(-1), '/12th ');
  });
});
