import { type Edit, lineEdits, splitLines } from '../line-diff.ts';

export interface HunkOptions {
  readonly context: number;
  readonly color: boolean;
}

interface Texts {
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/** The `@@` parts of a patch; empty when the texts are equal. */
export function renderHunks(before: Buffer, after: Buffer, options: HunkOptions): string {
  const texts: Texts = { old: splitLines(before), now: splitLines(after) };
  const hunks = groupEdits(lineEdits(texts.old, texts.now), options.context);
  return hunks.map((edits) => renderHunk(edits, texts, options)).join('');
}

/** Edits whose surroundings touch are shown together. */
function groupEdits(edits: readonly Edit[], context: number): Edit[][] {
  const groups: Edit[][] = [];
  for (const edit of edits) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && edit.oldStart - (last.oldStart + last.oldCount) <= 2 * context) groups.at(-1)?.push(edit);
    else groups.push([edit]);
  }
  return groups;
}

function renderHunk(edits: readonly Edit[], texts: Texts, { context, color }: HunkOptions): string {
  const [first, last] = [edits[0], edits.at(-1)];
  if (first === undefined || last === undefined) return '';
  const lead = Math.min(context, first.oldStart);
  const trail = Math.min(context, texts.old.length - (last.oldStart + last.oldCount));
  const old = { start: first.oldStart - lead, end: last.oldStart + last.oldCount + trail };
  const now = { start: first.newStart - lead, end: last.newStart + last.newCount + trail };
  const paint = painter(color);
  const head = paint(`@@ -${range(old)} +${range(now)} @@`, 36);
  const name = enclosingLine(texts.old, old.start);
  const body: string[] = [];
  let at = old.start;
  for (const edit of edits) {
    for (; at < edit.oldStart; at += 1) body.push(lineText(' ', texts.old[at]));
    for (; at < edit.oldStart + edit.oldCount; at += 1) body.push(paint(lineText('-', texts.old[at]), 31));
    for (const line of texts.now.slice(edit.newStart, edit.newStart + edit.newCount))
      body.push(paint(lineText('+', line), 32));
  }
  for (; at < old.end; at += 1) body.push(lineText(' ', texts.old[at]));
  return `${head}${name === '' ? '' : ` ${name}`}\n${body.join('')}`;
}

function range({ start, end }: { start: number; end: number }): string {
  const count = end - start;
  // Of nothing, the line before it is named.
  const line = count === 0 ? start : start + 1;
  return count === 1 ? `${line}` : `${line},${count}`;
}

function lineText(sign: string, line = ''): string {
  return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

function painter(color: boolean): (text: string, code: number) => string {
  if (!color) return (text) => text;
  return (text, code) => text.replace(/[^\n]+/g, (line) => `\x1b[${code}m${line}\x1b[m`);
}

/** The nearest line above that begins with a letter, `_` or `$`: what git takes for the head of a function. */
function enclosingLine(lines: readonly string[], before: number): string {
  for (let at = before - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? '';
    if (/^[A-Za-z_$]/.test(line)) return line.slice(0, 80).trimEnd();
  }
  return '';
}
