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
const LARGEST_EDIT = 3000;
const LARGEST_COMPARED = 600_000;
const LONGEST_LINE = 240;

const found = new WeakMap<WorkingFile, Hunk[] | undefined>();

/** The changes of a file with three lines around each, compared once however often they are asked for. */
export function fileHunks(file: WorkingFile): Hunk[] | undefined {
  const { before, after } = file;
  if (before === undefined || after === undefined || before.length + after.length > LARGEST_COMPARED) return undefined;
  if (!found.has(file)) found.set(file, hunksBetween(before, after, { context: 3, language: languageOf(file.path) }));
  return found.get(file);
}

/** The changes from one text to the other; undefined when they share too little for a diff to be of use. */
export function hunksBetween(
  before: string,
  after: string,
  options: { readonly context: number; readonly language: string },
): Hunk[] | undefined {
  // Line ends are not shown, so lines that differ in them alone would look the same.
  const patch = structuredPatch('', '', before.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n'), '', '', {
    context: options.context,
    maxEditLength: LARGEST_EDIT,
  });
  if (patch === undefined) return undefined;
  const lines = after.split('\n');
  return patch.hunks.map((hunk) => {
    const first = hunk.lines.findIndex((line) => !line.startsWith(' '));
    const name = enclosing(lines, Math.max(0, hunk.newStart - 1 + Math.max(0, first)), options.language);
    const head = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@ ${name}`.trimEnd();
    const body = hunk.lines.filter((line) => !line.startsWith('\\')).map(shorten);
    return { text: [head, ...body].join('\n'), changedLines: body.filter((line) => !line.startsWith(' ')).length };
  });
}

function shorten(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}… (${line.length - 1} characters)`;
}
