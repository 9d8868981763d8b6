import type { Trigger } from '../../core/note.ts';
import type { ChangeJson, CountJson } from '../api.ts';
import type { Tab } from './route.ts';

/** Icons are drawn, not taken from a font: the name is what a screen reader says. */
export type IconName = 'star' | 'shield' | 'flag' | 'broken' | 'branch' | 'person';

/** How a trigger is drawn; the word beside it says the same. */
export const triggerTones: Readonly<Record<Trigger, string>> = {
  manual: 'tone-you',
  clear: 'tone-edge',
  'session-end': 'tone-edge',
  compact: 'tone-edge',
  threshold: 'tone-edge',
  turn: 'tone-turn',
  interval: 'tone-turn',
  phase: 'tone-turn',
  decision: 'tone-turn',
  shift: 'tone-turn',
  restore: 'tone-safety',
  mcp: 'tone-you',
  recover: 'tone-crash',
};

export const triggerTitles: Readonly<Record<Trigger, string>> = {
  manual: 'saved by you',
  clear: 'at /clear',
  'session-end': 'end of the session',
  compact: 'before a compaction',
  threshold: 'context filled up',
  turn: 'after a turn',
  interval: 'at an interval',
  phase: 'at a phase',
  decision: 'at a decision',
  shift: 'at a shift',
  restore: 'safety copy',
  mcp: 'saved by the agent',
  recover: 'after a crash',
};

export const tabTitles: Readonly<Record<Tab, { readonly title: string; readonly about: string }>> = {
  knew: { title: 'Knew', about: 'What the session knew, and who said so' },
  files: { title: 'Files', about: 'What differs from its commit, the checkpoint before, or any other' },
  pack: { title: 'Pack', about: 'What the next session reads' },
  conversation: { title: 'Conversation', about: 'What was said up to here' },
  raw: { title: 'Raw', about: 'The note and the document, as they are stored' },
};

export const statusLetters: Readonly<Record<ChangeJson['status'], string>> = {
  added: 'A',
  modified: 'M',
  deleted: 'D',
  renamed: 'R',
  type: 'T',
};

export const noBranch = 'detached HEAD';

/** `3 files, +11 -0` */
export function countWords(count: CountJson): string {
  return `${counted(count.files, 'file')}, +${number(count.added)} -${number(count.removed)}`;
}

export function sumChanges(changes: readonly ChangeJson[]): CountJson {
  const sum = (side: 'added' | 'removed') => changes.reduce((total, change) => total + change[side], 0);
  return { files: changes.length, added: sum('added'), removed: sum('removed') };
}

const numbers = new Intl.NumberFormat('en');

/** `12,345` */
export function number(value: number): string {
  return numbers.format(value);
}

/** `1 file`, `12,345 files` */
export function counted(amount: number, noun: string): string {
  return `${number(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

export function shortHash(hash: string): string {
  return hash.slice(0, 7);
}

/** The day and time where the reader is: `Tue 17 Nov 2026, 21:03`. */
export function moment(created: string): string {
  const time = new Date(created);
  if (Number.isNaN(time.getTime())) return 'at an unknown time';
  const day = time.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  return `${day}, ${clock(created)}`;
}

/** `21:03` */
function clock(created: string): string {
  const time = new Date(created);
  return Number.isNaN(time.getTime()) ? '?' : time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
