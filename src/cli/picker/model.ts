import type { TimelineEntry, WorkingTree } from '../../repository/timeline.ts';
import { layoutOf, type Picture, type Screen } from './draw.ts';
import type { PickerEvent } from './events.ts';
import { pickerRows } from './rows.ts';
import { type PickerAction, type PickerState, press, withItems } from './state.ts';

/** All that the picker knows: the picture, and what it is made from. */
export interface PickerModel extends Omit<Picture, 'preview'> {
  readonly entries: readonly TimelineEntry[];
  readonly here?: WorkingTree;
  /** By checkpoint and width. */
  readonly previews: ReadonlyMap<string, readonly string[]>;
}

export function startPicker(state: PickerState): PickerModel {
  return { state, rows: [], entries: [], loading: true, previews: new Map() };
}

/** Which preview the screen needs. */
export function previewName({ state }: PickerModel, screen: Pick<Screen, 'columns' | 'rows'>): string {
  return `${state.selected} ${layoutOf(screen).preview.width}`;
}

interface Step {
  readonly model: PickerModel;
  readonly action?: PickerAction;
}

/** What an event makes of the picker. */
export function applyEvent(
  model: PickerModel,
  event: PickerEvent,
  { screen, now }: { readonly screen: Pick<Screen, 'columns' | 'rows'>; readonly now: Date },
): Step {
  switch (event.kind) {
    case 'key': {
      const { state, ...action } = press(model.state, event.key, Math.max(1, layoutOf(screen).list.lines - 1));
      return { model: { ...model, state }, ...action };
    }
    case 'read':
      return {
        model: withRows({ ...model, entries: [...model.entries, ...event.entries], loading: !event.done }, now),
      };
    case 'here':
      return { model: withRows({ ...model, here: event.here }, now) };
    case 'preview':
      return { model: { ...model, previews: new Map([...model.previews, [event.of, event.lines]]) } };
    case 'resized':
      return { model };
    case 'failed':
      throw event.error;
  }
}

function withRows(model: PickerModel, now: Date): PickerModel {
  const rows = pickerRows(model.entries, model.here, now);
  return { ...model, rows, state: withItems(model.state, rows, model.loading) };
}
