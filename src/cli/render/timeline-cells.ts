import { shortAge } from '../../core/age.ts';
import { type Checkpoint, isDamaged } from '../../core/checkpoint.ts';
import { count } from '../../core/count.ts';
import { oneLine, stripControls } from '../../core/strip-controls.ts';
import { countChanges, lineCounts, type TreeChange } from '../../core/tree-change.ts';
import { rowTitle, whySavedShort } from '../../core/why-saved.ts';
import type { TimelineEntry, WorkingTree } from '../../repository/timeline.ts';
import { showPath } from './facts.ts';
import { nestedMark } from './list.ts';
import type { TimelineCells } from './timeline-row.ts';

const MAX_NAMED = 3;

const blank: TimelineCells = { mark: '', number: '', age: '', why: '', lines: '', summary: '', files: '' };

/** Makes the cells of one row after the other; the first that equals the working tree is marked. */
export function cellMaker(here: WorkingTree | undefined, now: Date): (row: TimelineEntry) => TimelineCells {
  let marked = false;
  return ({ entry, since }) => {
    const number = String(entry.number);
    if (isDamaged(entry)) return { ...blank, mark: '✗', number, summary: `damaged: ${stripControls(entry.damage)}` };
    const isHere = !marked && here?.tree === entry.tree;
    marked ||= isHere;
    const { note } = entry;
    const mark = note.kept ? '★' : '○';
    return {
      mark: isHere ? '@' : mark,
      number,
      age: shortAge(new Date(note.created), now),
      why: oneLine(whySavedShort(note)),
      lines: since === undefined ? '?' : lineCounts(countChanges(since.changes)),
      summary: summaryOf(entry),
      files: isHere ? '= working tree' : filesOf(since?.changes ?? []),
    };
  };
}

/** The row of the working tree, where it holds something that no checkpoint has. */
export function unsavedCells(here: WorkingTree | undefined): TimelineCells[] {
  const { newest } = here ?? {};
  if (newest === undefined || newest.changes.length === 0) return [];
  const changed = countChanges(newest.changes);
  const summary = `${count(changed.files, 'file')} changed since checkpoint ${newest.checkpoint.number}`;
  const lines = lineCounts(changed);
  return [{ mark: '@', number: '', age: 'now', why: 'not saved', lines, summary, files: filesOf(newest.changes) }];
}

function summaryOf({ note, noteFrom }: Checkpoint): string {
  const lost = noteFrom === 'message' ? '(note lost) ' : '';
  return lost + (note.pending ? '(pending) ' : '') + nestedMark({ note }) + oneLine(rowTitle(note));
}

/** `store.ts, clock.ts`, or how many. */
function filesOf(changes: readonly TreeChange[]): string {
  if (changes.length > MAX_NAMED) return count(changes.length, 'file');
  return changes.map(({ path }) => showPath(path.slice(path.lastIndexOf('/') + 1))).join(', ');
}
