import * as assert from 'uvu/assert';
import {
  emptyPicker,
  type PickerItem,
  type PickerState,
  press,
  visibleItems,
  withItems,
} from '../../../../src/cli/picker/state.ts';
import { checkpointNumber } from '../../../../src/core/number.ts';
import { describe } from '../../../support/suite.ts';

const item = (number: number, words: string, isSafetyCopy = false): PickerItem => ({
  number: checkpointNumber(number),
  words,
  isSafetyCopy,
});

const items = [
  item(5, 'Rotate tokens\nsrc/store.ts'),
  item(4, 'Before restoring checkpoint 2', true),
  item(3, 'Add a clock\nsrc/clock.ts'),
  item(2, 'Draft the README'),
];
const start = withItems(emptyPicker, items, false);

/** The state after keys, one after the other. */
const after = (state: PickerState, ...keys: string[]) => keys.reduce((now, key) => press(now, key, 10).state, state);
const shown = (state: PickerState) => visibleItems(state).map(({ number }) => Number(number));

describe('keys of the picker', (it) => {
  it('begins on the newest, and hides safety copies until a is pressed', () => {
    assert.is(start.selected, 5);
    assert.equal(shown(start), [5, 3, 2]);
    assert.equal(shown(after(start, 'a')), [5, 4, 3, 2]);
    assert.is(after(start, 'a', 'j', 'a').selected, 5, 'what is hidden is not selected');
  });

  it('moves by arrows and by j and k, and stays at the ends', () => {
    assert.is(after(start, 'down').selected, 3);
    assert.is(after(start, 'j', 'j', 'j', 'j').selected, 2);
    assert.is(after(start, 'j', 'up', 'k').selected, 5);
    assert.is(after(start, 'G').selected, 2);
    assert.is(after(start, '>', '<').selected, 5);
  });

  it('filters by every word, in summaries and paths, while letters are typed', () => {
    const typed = after(start, '/', ...'clock');
    assert.is(typed.filter, 'clock');
    assert.equal(shown(typed), [3]);
    assert.is(typed.selected, 3);
    assert.equal(shown(after(typed, ...' add')), [3]);
    assert.equal(shown(after(typed, ...' tokens')), []);
    assert.is(after(typed, ...' tokens').selected, undefined);
  });

  it('keeps a filter on Enter, clears it on Escape, and takes a letter back', () => {
    const typed = after(start, '/', ...'srcx');
    assert.equal(shown(after(typed, 'backspace')), [5, 3]);
    const kept = after(typed, 'backspace', 'enter');
    assert.is(kept.typing, false);
    assert.is(after(kept, 'j').selected, 3, 'j moves again');
    assert.equal(shown(after(kept, 'escape')), [5, 3, 2]);
    assert.equal(shown(after(typed, 'escape')), [5, 3, 2]);
  });

  it('asks for what a key stands for, and for nothing while a filter is typed', () => {
    const actionOf = (state: PickerState, key: string) => press(state, key, 10).action;
    assert.is(actionOf(start, 'enter'), 'restore');
    assert.is(actionOf(start, 'd'), 'diff');
    assert.is(actionOf(start, 's'), 'show');
    assert.is(actionOf(start, 'q'), 'quit');
    assert.is(actionOf(start, 'escape'), 'quit');
    const typing = after(start, '/');
    for (const key of ['enter', 'd', 's', 'q', 'escape']) assert.is(actionOf(typing, key), undefined);
    assert.is(actionOf(typing, 'ctrl-c'), 'quit');
    assert.is(actionOf(after(start, '/', ...'nothing', 'enter'), 'enter'), undefined, 'nothing is selected');
  });

  it('scrolls the preview, and begins at its top for another checkpoint', () => {
    assert.is(after(start, 'J', 'J', 'K').scrolled, 1);
    assert.is(after(start, 'K').scrolled, 0);
    assert.is(after(start, 'pagedown').scrolled, 10);
    assert.is(after(start, 'J', 'j').scrolled, 0);
  });

  it('keeps the selection when older checkpoints are read, and while it is read again', () => {
    const more = withItems(after(start, 'j'), [...items, item(1, 'Begin')], false);
    assert.is(more.selected, 3);
    assert.is(withItems(after(start, 'G'), items.slice(0, 1), true).selected, 2);
    assert.is(withItems(after(start, 'G'), items.slice(0, 1), false).selected, 5);
  });
});
