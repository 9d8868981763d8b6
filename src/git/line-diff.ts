import { diffArrays } from 'diff';

/** Lines of the old text that became lines of the new one; counts from 0. */
export interface Edit {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** A line with its end; bytes as characters. */
export function splitLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Beyond this many edits the whole middle counts as replaced; git, too, stops looking for the shortest way. */
const MOST_EDITS = 5000;

/** git looks this far for a NUL byte. */
const LOOKED_AT = 8000;

/** Whether git takes a file for something else than lines, as far as its bytes decide. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, LOOKED_AT).includes(0);
}

export interface EditCounts {
  readonly added: number;
  readonly removed: number;
}

/** How many lines came and how many went. */
export function countEdits(old: Uint8Array, now: Uint8Array): EditCounts {
  const middle = differingMiddle(splitLines(old), splitLines(now));
  return countsOf(middle, commonLines(middle));
}

function countsOf({ old, now }: Sides, kept: readonly Pair[]): EditCounts {
  return { added: now.length - kept.length, removed: old.length - kept.length };
}

/** The shortest way from one list of lines to the other. */
export function lineEdits(old: readonly string[], now: readonly string[]): Edit[] {
  const { start, ...middle } = differingMiddle(old, now);
  const kept = commonLines(middle);
  const edits = gapsBetween(kept, { oldCount: middle.old.length, newCount: middle.now.length });
  return slideDown(
    edits.map((edit) => moved(edit, start)),
    old,
    now,
  );
}

/** What is left when equal lines at the beginning and at the end are taken off. */
function differingMiddle(old: readonly string[], now: readonly string[]) {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - start;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  return { start, old: old.slice(start, old.length - tail), now: now.slice(start, now.length - tail) };
}

interface Sides {
  readonly old: readonly string[];
  readonly now: readonly string[];
}

interface Pair {
  readonly old: number;
  readonly now: number;
}

/**
 * The lines that stay; none when there are too many edits between them. One that the other side has not at all can stay nowhere,
 * which spares the search most of its work.
 */
function commonLines({ old, now }: Sides): Pair[] {
  const [inOld, inNow] = [new Set(old), new Set(now)];
  const oldAt = positions(old, inNow);
  const nowAt = positions(now, inOld);
  if (oldAt.length === 0) return [];
  const parts = diffArrays(
    oldAt.map((at) => old[at]),
    nowAt.map((at) => now[at]),
    { maxEditLength: MOST_EDITS },
  );
  if (parts === undefined) return [];
  const pairs: Pair[] = [];
  let one = 0;
  let other = 0;
  for (const { added, removed, count } of parts) {
    for (let step = 0; step < count && !added && !removed; step += 1)
      pairs.push({ old: oldAt[one + step] ?? 0, now: nowAt[other + step] ?? 0 });
    if (!added) one += count;
    if (!removed) other += count;
  }
  return pairs;
}

function positions(lines: readonly string[], known: ReadonlySet<string>): number[] {
  return [...lines.keys()].filter((at) => known.has(lines[at] ?? ''));
}

function gapsBetween(pairs: readonly Pair[], size: { readonly oldCount: number; readonly newCount: number }): Edit[] {
  const edits: Edit[] = [];
  let oldStart = 0;
  let newStart = 0;
  for (const { old, now } of [...pairs, { old: size.oldCount, now: size.newCount }]) {
    if (old > oldStart || now > newStart)
      edits.push({ oldStart, oldCount: old - oldStart, newStart, newCount: now - newStart });
    oldStart = old + 1;
    newStart = now + 1;
  }
  return edits;
}

/** Moves a block that only adds or only removes as far down as equal lines let it, where git shows it. */
function slideDown(edits: readonly Edit[], old: readonly string[], now: readonly string[]): Edit[] {
  return edits.map((edit, at) => {
    const next = edits[at + 1];
    if (edit.oldCount === 0) {
      return moved(edit, slideOf(now, { start: edit.newStart, count: edit.newCount, end: next?.newStart }));
    }
    if (edit.newCount > 0) return edit;
    return moved(edit, slideOf(old, { start: edit.oldStart, count: edit.oldCount, end: next?.oldStart }));
  });
}

function slideOf(
  lines: readonly string[],
  block: { readonly start: number; readonly count: number; readonly end: number | undefined },
): number {
  const { start, count, end = lines.length } = block;
  let slide = 0;
  while (start + count + slide < end && lines[start + slide] === lines[start + count + slide]) slide += 1;
  // Touching the next block would make one of two: then it stays where it is.
  return block.end !== undefined && start + count + slide >= end ? 0 : slide;
}

function moved(edit: Edit, lines: number): Edit {
  return { ...edit, oldStart: edit.oldStart + lines, newStart: edit.newStart + lines };
}
