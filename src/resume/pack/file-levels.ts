import { fileHunks, type Hunk } from './hunks.ts';
import { languageOf } from './language-of.ts';
import { type Level, type Measure, sum } from './level.ts';
import { outline } from './outline.ts';
import { fenced, oneLine } from './quote.ts';
import type { WorkingFile } from './working-file.ts';

const MAX_WHOLE_BYTES = 24_000;
const MAX_OUTLINED_BYTES = 600_000;
const LONG_CHANGES = 1200;
const MAX_LINE_LENGTH = 2000;
const MAX_OUTLINE_LENGTH = 60;
const SHARES = [1, 0.5, 0.25];

/** The ways to show a file's content: its outline, some or all of its changes, the whole of it. */
export function fileLevels(file: WorkingFile, worth: number, measure: Measure): Level[] {
  if (file.after === undefined || file.binary) return [];
  const level = levelOf(worth, measure);
  const whole = wholeOf(file, file.after).map(level);
  const changes = changesOf(file).flatMap((set) => partsOf(file, set).map(level));
  return [...outlineOf(file, file.after).map(level), ...changes, ...whole, ...bothOf(whole, changes, worth)];
}

/** The level that leaves nothing to look up; none where none does. */
export function completeLevel(file: WorkingFile, worth: number, measure: Measure): Level[] {
  if (file.after === undefined || file.binary) return [];
  const level = levelOf(worth, measure);
  const whole = wholeOf(file, file.after).map(level);
  const [changes] = changesOf(file);
  if (changes === undefined) return whole;
  return bothOf(whole, [level(firstOf(file, changes, changes.hunks.length))], worth);
}

function levelOf(worth: number, measure: Measure): (drawing: Drawing) => Level {
  return ({ name, block, share, cut }) => ({
    name,
    entries: [block],
    missing: '',
    cost: measure(block, 'block'),
    value: worth * share,
    cut,
  });
}

interface Drawing {
  readonly name: string;
  readonly block: string;
  /** Of the worth of knowing all of the file. */
  readonly share: number;
  readonly cut: string;
}

function wholeOf(file: WorkingFile, text: string): Drawing[] {
  if (text.length > MAX_WHOLE_BYTES || hasGiantLine(text)) return [];
  const kind = file.status === 'added' ? 'new file, whole' : 'whole, as it was saved';
  const state = file.link ? 'symbolic link to' : kind;
  return [{ name: 'whole', block: titled(file, state, fenced(text, languageOf(file.path))), share: 0.93, cut: '' }];
}

/** The whole file and what changed in it: nothing is left to look up. It costs what the two cost. */
function bothOf(whole: readonly Level[], changes: readonly Level[], worth: number): Level[] {
  const all = changes.find(({ name }) => name === 'changes');
  if (all === undefined) return [];
  return whole.map((level) => ({
    name: 'whole and changes',
    entries: [[...level.entries, ...all.entries].join('\n')],
    missing: '',
    cost: sum([level.cost, all.cost]),
    value: worth,
    cut: '',
  }));
}

function outlineOf(file: WorkingFile, text: string): Drawing[] {
  const names = text.length > MAX_OUTLINED_BYTES ? [] : outline(text, languageOf(file.path));
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_OUTLINE_LENGTH);
  const cut = `content of ${oneLine(file.path)}`;
  const block = titled(file, 'outline', fenced(shown.join('\n'), languageOf(file.path)));
  return [{ name: 'outline', block, share: 0.3, cut }];
}

interface Changes {
  readonly hunks: readonly Hunk[];
  /** What all of them are worth of the file. */
  readonly share: number;
}

/** The changes with what is around them; before that, where it is long, with less of it. */
function changesOf(file: WorkingFile): Changes[] {
  const wide = fileHunks(file);
  if (wide === undefined) return [];
  const isLong = wide.reduce((sum, hunk) => sum + hunk.text.length, 0) > LONG_CHANGES;
  const sets = [
    { hunks: isLong ? (fileHunks(file, 1) ?? []) : [], share: 0.8 },
    { hunks: wide, share: 0.88 },
  ];
  return sets.filter(({ hunks }) => hunks.length > 0);
}

/** All hunks, and the first of them up to a share of the changed lines. */
function partsOf(file: WorkingFile, changes: Changes): Drawing[] {
  const counts = new Set(SHARES.map((part) => Math.ceil(changes.hunks.length * part)));
  return [...counts].map((count) => firstOf(file, changes, count));
}

function firstOf(file: WorkingFile, { hunks, share }: Changes, count: number): Drawing {
  const total = hunks.reduce((sum, hunk) => sum + hunk.changedLines, 0);
  const shown = hunks.slice(0, count);
  const known = shown.reduce((sum, hunk) => sum + hunk.changedLines, 0) / Math.max(1, total);
  const all = count === hunks.length;
  const state = all ? 'changes' : `first ${count} of ${hunks.length} changes`;
  return {
    name: all ? 'changes' : `${count} of ${hunks.length} changes`,
    block: titled(file, state, fenced(shown.map((hunk) => hunk.text).join('\n'), 'diff')),
    share: share * Math.sqrt(known),
    cut: all ? `unchanged lines of ${oneLine(file.path)}` : `${hunks.length - count} changes of ${oneLine(file.path)}`,
  };
}

function titled(file: WorkingFile, state: string, fence: string): string {
  const hidden = file.redacted ? ', secrets hidden' : '';
  return `${oneLine(file.path)}, ${state}${hidden}:\n${fence}`;
}

function hasGiantLine(text: string): boolean {
  return text.split('\n').some((line) => line.length > MAX_LINE_LENGTH);
}
