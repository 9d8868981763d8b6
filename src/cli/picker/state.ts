import type { CheckpointNumber } from '../../core/number.ts';

/** One checkpoint that can be picked. */
export interface PickerItem {
  readonly number: CheckpointNumber;
  /** What a filter looks in. */
  readonly words: string;
  /** Made by a restore of what it was about to overwrite; hidden until asked for. */
  readonly isSafetyCopy: boolean;
}

export interface PickerState {
  /** In the order of the screen. */
  readonly items: readonly PickerItem[];
  readonly selected?: CheckpointNumber;
  readonly filter: string;
  /** Keys go to the filter. */
  readonly typing: boolean;
  readonly withSafetyCopies: boolean;
  /** The keys are listed in place of the preview. */
  readonly showsKeys: boolean;
  /** Lines of the preview above its first visible one. */
  readonly scrolled: number;
}

export type PickerAction = 'restore' | 'diff' | 'show' | 'quit';

interface Pressed {
  readonly state: PickerState;
  readonly action?: PickerAction;
}

export const emptyPicker: PickerState = {
  items: [],
  filter: '',
  typing: false,
  withSafetyCopies: false,
  showsKeys: false,
  scrolled: 0,
};

/** What the list shows: each word of the filter must occur. */
export function visibleItems({ items, filter, withSafetyCopies }: PickerState): readonly PickerItem[] {
  const wanted = filter.toLowerCase().split(/\s+/);
  return items.filter(
    ({ number, words, isSafetyCopy }) =>
      (withSafetyCopies || !isSafetyCopy) &&
      wanted.every((word) => words.toLowerCase().includes(word) || String(number) === word),
  );
}

/** The same state with other items. What was selected stays so, also while it has not been read again. */
export function withItems(state: PickerState, items: readonly PickerItem[], loading: boolean): PickerState {
  const next = { ...state, items };
  return loading && state.selected !== undefined ? next : settled(next);
}

/** Sees to it that what is selected is on the list. */
function settled(state: PickerState): PickerState {
  const shown = visibleItems(state);
  if (shown.some(({ number }) => number === state.selected)) return state;
  const { selected: _, ...rest } = state;
  const [first] = shown;
  return first === undefined ? { ...rest, scrolled: 0 } : { ...rest, selected: first.number, scrolled: 0 };
}

const actions: Readonly<Record<string, PickerAction>> = {
  enter: 'restore',
  d: 'diff',
  s: 'show',
  q: 'quit',
  'ctrl-c': 'quit',
};

/** What a key does. `page` is how many rows the list shows. */
export function press(state: PickerState, key: string, page: number): Pressed {
  if (key === 'ctrl-c') return { state, action: 'quit' };
  const moved = move(state, key, page);
  if (moved !== undefined) return { state: moved };
  if (state.typing) return { state: typeFilter(state, key) };
  const action = actions[key];
  if (action !== undefined) return action === 'quit' || state.selected !== undefined ? { state, action } : { state };
  switch (key) {
    case '/':
      return { state: { ...state, typing: true } };
    case '?':
      return { state: { ...state, showsKeys: !state.showsKeys } };
    case 'escape':
      if (state.showsKeys) return { state: { ...state, showsKeys: false } };
      return state.filter === '' ? { state, action: 'quit' } : { state: settled({ ...state, filter: '' }) };
    case 'a':
      return { state: settled({ ...state, withSafetyCopies: !state.withSafetyCopies }) };
    default:
      return { state: scroll(state, key, page) };
  }
}

/** Letters move only while no filter is being typed. */
function move(state: PickerState, key: string, page: number): PickerState | undefined {
  const steps: Readonly<Record<string, number>> = { up: -1, down: 1, home: -Infinity, end: Infinity };
  const letters = { k: -1, j: 1, ',': -page, '.': page, '<': -Infinity, '>': Infinity, g: -Infinity, G: Infinity };
  const by = (state.typing ? steps : { ...letters, ...steps })[key];
  const shown = visibleItems(state);
  if (by === undefined) return undefined;
  const at = shown.findIndex(({ number }) => number === state.selected);
  const next = shown[Math.max(0, Math.min(shown.length - 1, at + by))];
  return next === undefined || next.number === state.selected
    ? state
    : { ...state, selected: next.number, scrolled: 0 };
}

function scroll(state: PickerState, key: string, page: number): PickerState {
  const by = { J: 1, K: -1, pagedown: page, pageup: -page }[key] ?? 0;
  return { ...state, scrolled: Math.max(0, state.scrolled + by) };
}

function typeFilter(state: PickerState, key: string): PickerState {
  if (key === 'enter') return { ...state, typing: false };
  if (key === 'escape') return settled({ ...state, typing: false, filter: '' });
  if (key === 'backspace') return settled({ ...state, filter: [...state.filter].slice(0, -1).join('') });
  return [...key].length === 1 ? settled({ ...state, filter: state.filter + key }) : state;
}
