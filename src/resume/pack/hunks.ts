import { structuredPatch } from 'diff';
import { languageOf } from './language-of.ts';
import { enclosing } from './outline.ts';
import type { WorkingFile } from './working-file.ts';

/** A stretch of changed lines with its surroundings. */
export interface Hunk {
  /** `@@ -10,4 +10,6 @@ function name` and the lines below it. */
  readonly text: string;
  readonly changedLines: number;
}

// Comparing two texts that share little costs the square of their difference; beyond this the outline serves better.
const MAX_EDIT_BYTES = 3000;
const MAX_COMPARED_BYTES = 600_000;
const MAX_LINE_LENGTH = 240;

const WIDE = 3;
const NARROW = 1;

/** Compared once, however often and however wide the changes are asked for. */
const compared = new WeakMap<WorkingFile, ChangedRange[] | undefined>();

/** The changes of a file with three lines around each, or with one. */
export function fileHunks(file: WorkingFile, around: typeof WIDE | typeof NARROW = WIDE): Hunk[] | undefined {
  const { before, after } = file;
  if (before === undefined || after === undefined || before.length + after.length > MAX_COMPARED_BYTES)
    return undefined;
  if (!compared.has(file)) compared.set(file, stretchesBetween(before, after));
  const wide = compared.get(file);
  const stretches = around === WIDE ? wide : wide?.flatMap(narrowed);
  const lines = after.split('\n');
  return stretches?.map((stretch) => hunkOf(stretch, lines, languageOf(file.path)));
}

/** Lines as a diff has them, with ` `, `+` or `-` before each. */
interface ChangedRange {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}

/** The changes from one text to the other; undefined when they share too little for a diff to be of use. */
export function stretchesBetween(before: string, after: string): ChangedRange[] | undefined {
  // Line ends are not shown, so lines that differ in them alone would look the same.
  const patch = structuredPatch('', '', before.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n'), '', '', {
    context: WIDE,
    maxEditLength: MAX_EDIT_BYTES,
  });
  return patch?.hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines.filter((line) => !line.startsWith('\\')),
  }));
}

/** The same changes with one line around each: what lies further apart becomes stretches of its own. */
export function narrowed({ oldStart, newStart, lines }: ChangedRange): ChangedRange[] {
  const changed = lines.flatMap((line, at) => (line.startsWith(' ') ? [] : [at]));
  const firsts = changed.filter((at, index) => at - (changed[index - 1] ?? -Infinity) > 2 * NARROW + 1);
  return firsts.map((first, index) => {
    const last = changed.findLast((at) => at < (firsts[index + 1] ?? Infinity)) ?? first;
    const start = Math.max(0, first - NARROW);
    const above = lines.slice(0, start);
    return {
      oldStart: oldStart + above.filter((line) => !line.startsWith('+')).length,
      newStart: newStart + above.filter((line) => !line.startsWith('-')).length,
      lines: lines.slice(start, last + NARROW + 1),
    };
  });
}

function hunkOf({ oldStart, newStart, lines }: ChangedRange, text: readonly string[], language: string): Hunk {
  const [removed, added] = ['-', '+'].map((sign) => lines.filter((line) => line.startsWith(sign)).length);
  const same = lines.length - (removed ?? 0) - (added ?? 0);
  const first = lines.findIndex((line) => !line.startsWith(' '));
  const name = enclosing(text, Math.max(0, newStart - 1 + Math.max(0, first)), language);
  const head = `@@ -${oldStart},${same + (removed ?? 0)} +${newStart},${same + (added ?? 0)} @@ ${name}`.trimEnd();
  return { text: [head, ...lines.map(shorten)].join('\n'), changedLines: lines.length - same };
}

function shorten(line: string): string {
  return line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH)}… (${line.length - 1} characters)`;
}
