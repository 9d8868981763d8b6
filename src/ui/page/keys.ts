import { neighbourOf } from './checkpoint/neighbours.tsx';
import { pick } from './pick.ts';
import { checkpointAddress } from './route.ts';
import { getState, mayChange, update } from './store.ts';

/** What the keys do, for the help. */
export const keyHelp = [
  { keys: 'j', about: 'next line; of a checkpoint, the one before it' },
  { keys: 'k', about: 'line before; of a checkpoint, the one after it' },
  { keys: 'Enter', about: 'open it' },
  { keys: 'd', about: 'differences of its files' },
  { keys: 'r', about: 'restore it' },
  { keys: 'u', about: 'undo what was done last' },
  { keys: 'x', about: 'pick it to compare with another' },
  { keys: '/', about: 'search' },
  { keys: 'g', about: 'back to the timeline' },
  { keys: '?', about: 'this help' },
  { keys: 'Esc', about: 'close' },
] as const;

/** Listens to keys for the whole page. Whoever types into a field, or looks at a sheet, has the keys for themselves. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    const { target } = event;
    const typing = target instanceof HTMLElement && /^(?:input|select|textarea)$/i.test(target.tagName);
    if (typing || event.ctrlKey || event.metaKey || event.altKey || getState().sheet !== undefined) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

const actions: Readonly<Record<string, () => void>> = {
  j: () => step(1),
  k: () => step(-1),
  d: () => open('files'),
  r: restoreChosen,
  u: undoLast,
  x: pickChosen,
  g: () => {
    location.hash = '#/';
  },
  '/': () => document.getElementById('search')?.focus(),
  '?': () => update({ sheet: { kind: 'help' } }),
};

/** To the next line of a list; a checkpoint has none, there it is the next checkpoint. */
function step(by: 1 | -1): void {
  const { route } = getState();
  if (route.screen !== 'checkpoint') {
    moveFocus(by);
    return;
  }
  const number = neighbourOf(route.number, by);
  if (number !== undefined) location.hash = checkpointAddress(number, route.tab);
}

/** Moves the real focus from line to line, so that Enter, Tab and screen readers know where one is. */
function moveFocus(step: 1 | -1): void {
  const lines = [...document.querySelectorAll<HTMLElement>('[data-key]')].sort(
    (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top,
  );
  const at = lines.indexOf(document.activeElement as HTMLElement);
  const seen = lines.findIndex((line) => line.getBoundingClientRect().top > 100);
  const next = lines[at < 0 ? Math.max(0, seen) : at + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

/** The checkpoint that has the focus, or the one that is open. */
function chosen(): number | undefined {
  const { route } = getState();
  const found = /^row (\d+)$/.exec(document.activeElement?.getAttribute('data-key') ?? '');
  if (found !== null) return Number(found[1]);
  return route.screen === 'checkpoint' ? route.number : undefined;
}

function open(tab: 'files'): void {
  const number = chosen();
  if (number !== undefined) location.hash = checkpointAddress(number, tab);
}

function restoreChosen(): void {
  const number = chosen();
  if (number !== undefined && mayChange()) update({ sheet: { kind: 'restore', number } });
}

/** What the message on the screen offers to undo, or else what was done last. */
function undoLast(): void {
  const operation = getState().toast?.undo;
  if (mayChange()) update({ sheet: { kind: 'undo', ...(operation === undefined ? {} : { operation }) } });
}

function pickChosen(): void {
  const number = chosen();
  if (number !== undefined) pick(number);
}
