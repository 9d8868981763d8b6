import { fileHunks, type Hunk } from './hunks.ts';
import { languageOf } from './language-of.ts';
import type { Level, Measure } from './level.ts';
import { outline } from './outline.ts';
import { fenced, oneLine } from './quote.ts';
import { isManifest, isWiring } from './wiring.ts';
import type { WorkingFile } from './working-file.ts';

const MAX_WHOLE_BYTES = 24_000;
const MAX_OUTLINED_BYTES = 600_000;
const LONG_CHANGES = 1200;
const MAX_LINE_LENGTH = 2000;
const MAX_OUTLINE_LENGTH = 60;
/** A few names say less than the name of the file. */
const MIN_OUTLINE_LENGTH = 4;
const SHARES = [1, 0.5, 0.25];
/** What an outline says of a new file, and of one of which the changes can be told. */
const OUTLINE = { whole: 0.3, changed: 0.18 } as const;

/**
 * The ways to show a file's content: its outline, some or all of its changes, or the whole of it where there is nothing to compare it with. The
 * file itself lies on the disk, so the whole beside the changes would say little more.
 */
export function fileLevels(file: WorkingFile, worth: number, measure: Measure): Level[] {
  if (file.after === undefined || file.binary) return [];
  const level = levelOf(worth, measure);
  const changes = changesOf(file).flatMap((set) => partsOf(file, set).map(level));
  const whole = changes.length === 0 ? wholeOf(file, file.after).map(level) : [];
  return [...outlineOf(file, file.after).map(level), ...changes, ...whole];
}

/** The level that shows all that was done to the file; none where none does. */
export function completeLevel(file: WorkingFile, worth: number, measure: Measure): Level[] {
  if (file.after === undefined || file.binary) return [];
  const level = levelOf(worth, measure);
  const changes = changesOf(file).at(-1);
  return changes === undefined
    ? wholeOf(file, file.after).map(level)
    : [level(largestOf(file, changes, changes.hunks.length))];
}

/** The length of all changes of a file, where they can be shown. */
export function lengthOfChanges(file: WorkingFile): number | undefined {
  const [changes] = changesOf(file);
  return changes?.hunks.reduce((total, { text }) => total + text.length, 0);
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

function outlineOf(file: WorkingFile, text: string): Drawing[] {
  const names = text.length > MAX_OUTLINED_BYTES || isManifest(file.path) ? [] : outline(text, languageOf(file.path));
  const share = fileHunks(file) === undefined ? OUTLINE.whole : OUTLINE.changed;
  if (names.length < MIN_OUTLINE_LENGTH) return [];
  const shown = names.slice(0, MAX_OUTLINE_LENGTH);
  const cut = `content of ${oneLine(file.path)}`;
  const block = titled(file, 'outline', fenced(shown.join('\n'), languageOf(file.path)));
  return [{ name: 'outline', block, share, cut }];
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
    { hunks: isLong ? (fileHunks(file, 1) ?? []) : [], share: 0.85 },
    { hunks: wide, share: 0.93 },
  ];
  return sets.filter(({ hunks }) => hunks.length > 0);
}

/** All hunks, a share of them, and one alone. */
function partsOf(file: WorkingFile, changes: Changes): Drawing[] {
  const counts = new Set([...SHARES.map((part) => Math.ceil(changes.hunks.length * part)), 1]);
  return [...counts].map((count) => largestOf(file, changes, count));
}

/** The largest changes in the order in which they stand; what only brings something in comes last. */
function largestOf(file: WorkingFile, { hunks, share }: Changes, count: number): Drawing {
  const total = hunks.reduce((sum, hunk) => sum + hunk.changedLines, 0);
  const worth = (hunk: Hunk) => (isWiring(hunk) ? 0 : hunk.changedLines);
  const largest = new Set(hunks.toSorted((one, other) => worth(other) - worth(one)).slice(0, count));
  const shown = hunks.filter((hunk) => largest.has(hunk));
  const known = shown.reduce((sum, hunk) => sum + hunk.changedLines, 0) / Math.max(1, total);
  const all = count === hunks.length;
  const state = all ? 'changes' : `the largest ${count} of ${hunks.length} changes`;
  return {
    name: all ? 'changes' : `${count} of ${hunks.length} changes`,
    block: titled(file, state, fenced(shown.map((hunk) => hunk.text).join('\n'), 'diff')),
    share: share * Math.sqrt(known),
    cut: all ? '' : `${hunks.length - count} changes of ${oneLine(file.path)}`,
  };
}

function titled(file: WorkingFile, state: string, fence: string): string {
  const hidden = file.redacted ? ', secrets hidden' : '';
  return `${oneLine(file.path)}, ${state}${hidden}:\n${fence}`;
}

function hasGiantLine(text: string): boolean {
  return text.split('\n').some((line) => line.length > MAX_LINE_LENGTH);
}
