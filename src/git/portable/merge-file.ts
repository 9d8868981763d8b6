import { type Edit, isBinary, lineEdits, splitLines } from '../line-diff.ts';
import type { FileVersions, MergedFile } from '../worktree-engine.ts';

interface Side {
  readonly lines: readonly string[];
  readonly edits: readonly Edit[];
}

/** A stretch of the base that at least one side changed, and what each side has there. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** Three-way merge by lines; conflicts are marked as git marks them (see the contract). */
export function mergeFile(versions: FileVersions): MergedFile {
  const contents = [versions.base, versions.ours, versions.theirs].map((bytes) => Buffer.from(bytes));
  if (contents.some(isBinary)) return { kind: 'binary' };
  const [base = [], ours = [], theirs = []] = contents.map(splitLines);
  const stretches = changedStretches(
    base,
    { lines: ours, edits: lineEdits(base, ours) },
    { lines: theirs, edits: lineEdits(base, theirs) },
  );
  const output: string[] = [];
  let conflicts = 0;
  let at = 0;
  for (const stretch of stretches) {
    output.push(...base.slice(at, stretch.start));
    at = stretch.end;
    const clean = cleanMerge(base.slice(stretch.start, stretch.end), stretch);
    if (clean === undefined) conflicts += 1;
    output.push(...(clean ?? markConflict(stretch, versions.labels)));
  }
  output.push(...base.slice(at));
  return { kind: 'merged', bytes: Buffer.from(output.join(''), 'latin1'), conflicts };
}

/** Joins edits of both sides that touch; what lies between is common. */
function changedStretches(base: readonly string[], ours: Side, theirs: Side): Stretch[] {
  const edits = [...ours.edits, ...theirs.edits].sort((one, other) => one.oldStart - other.oldStart);
  const ranges: { start: number; end: number }[] = [];
  for (const { oldStart, oldCount } of edits) {
    const last = ranges.at(-1);
    if (last !== undefined && oldStart <= last.end) last.end = Math.max(last.end, oldStart + oldCount);
    else ranges.push({ start: oldStart, end: oldStart + oldCount });
  }
  return ranges.map((range) => ({ ...range, ours: sideOf(ours, range, base), theirs: sideOf(theirs, range, base) }));
}

/** What a side has in place of a range of the base. */
function sideOf({ lines, edits }: Side, range: { start: number; end: number }, base: readonly string[]): string[] {
  const inside = edits.filter(({ oldStart, oldCount }) => oldStart >= range.start && oldStart + oldCount <= range.end);
  const result: string[] = [];
  let at = range.start;
  for (const edit of inside) {
    result.push(...base.slice(at, edit.oldStart), ...lines.slice(edit.newStart, edit.newStart + edit.newCount));
    at = edit.oldStart + edit.oldCount;
  }
  return [...result, ...base.slice(at, range.end)];
}

function cleanMerge(base: readonly string[], { ours, theirs }: Stretch): readonly string[] | undefined {
  const same = (one: readonly string[], other: readonly string[]) => one.join('') === other.join('');
  if (same(ours, theirs) || same(theirs, base)) return ours;
  return same(ours, base) ? theirs : undefined;
}

/** What both sides begin or end with is no part of their disagreement. */
function markConflict({ ours, theirs }: Stretch, labels: FileVersions['labels']): string[] {
  const most = Math.min(ours.length, theirs.length);
  let head = 0;
  while (head < most && ours[head] === theirs[head]) head += 1;
  let tail = 0;
  while (tail < most - head && ours.at(-1 - tail) === theirs.at(-1 - tail)) tail += 1;
  const middle = (lines: readonly string[]) => lines.slice(head, lines.length - tail).map(ended);
  const name = (label: string) => Buffer.from(label).toString('latin1');
  return [
    ...ours.slice(0, head),
    `<<<<<<< ${name(labels.ours)}\n`,
    ...middle(ours),
    '=======\n',
    ...middle(theirs),
    `>>>>>>> ${name(labels.theirs)}\n`,
    ...ours.slice(ours.length - tail),
  ];
}

function ended(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n`;
}
