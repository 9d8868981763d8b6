import { defined } from '../../core/defined.ts';
import type { CheckpointNumber } from '../../core/number.ts';
import type { World } from '../../core/world.ts';
import type { Repository } from '../../open/repository.ts';
import { styleFor } from '../render/style.ts';
import { drawPicker, layoutOf, type Screen } from './draw.ts';
import { type EventQueue, eventQueue, type PickerEvent, pushOutcome, readHere, readTimeline } from './events.ts';
import { applyEvent, type PickerModel, previewName, startPicker } from './model.ts';
import { readPreview } from './preview.ts';
import type { PickerAction, PickerState } from './state.ts';
import { takeTerminal } from './terminal.ts';

interface Picked {
  readonly action: PickerAction;
  readonly number?: CheckpointNumber;
  /** To go on from, after a look at something else. */
  readonly state: PickerState;
}

/** Shows the checkpoints on the whole screen until a key asks for something to be done. */
export async function pickCheckpoint(repository: Repository, world: World, from: PickerState): Promise<Picked> {
  const events = eventQueue();
  const terminal = takeTerminal(world, {
    key: (key) => events.push({ kind: 'key', key }),
    resized: () => events.push({ kind: 'resized' }),
  });
  let stopped = false;
  pushOutcome(
    readTimeline(repository, events, () => stopped),
    events,
  );
  pushOutcome(readHere(repository), events);
  const requestPreview = previewRequester(repository, world, events);
  const style = styleFor(world, world.stdout);
  let model = startPicker(from);
  try {
    for (;;) {
      const screen = { ...terminal.size(), style };
      const preview = model.previews.get(previewName(model, screen));
      terminal.draw(drawPicker(defined({ ...model, preview }), screen));
      requestPreview(model, screen);
      const event = await events.next();
      const { model: next, action } = applyEvent(model, event, { screen, now: world.now() });
      model = next;
      if (action !== undefined) return defined({ action, number: model.state.selected, state: model.state });
    }
  } finally {
    stopped = true;
    terminal.leave();
  }
}

/** Reads one preview at a time: who holds a key down wants to see the last one. */
function previewRequester(repository: Repository, world: World, events: EventQueue) {
  let reading = false;
  const read = async (model: PickerModel, screen: Screen): Promise<PickerEvent | undefined> => {
    const row = model.rows.find(({ number }) => number === model.state.selected);
    if (row === undefined) return undefined;
    const lines = await readPreview(repository, row, { world, width: layoutOf(screen).preview.width });
    return { kind: 'preview', of: previewName(model, screen), lines };
  };
  return (model: PickerModel, screen: Screen): void => {
    if (reading || !events.isEmpty() || model.previews.has(previewName(model, screen))) return;
    reading = true;
    pushOutcome(
      read(model, screen).finally(() => (reading = false)),
      events,
    );
  };
}
