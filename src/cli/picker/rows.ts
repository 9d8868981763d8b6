import { isDamaged } from '../../core/checkpoint.ts';
import type { TimelineEntry, WorkingTree } from '../../repository/timeline.ts';
import { cellMaker } from '../render/timeline-cells.ts';
import { groupBySession, headingOf } from '../render/timeline-groups.ts';
import type { TimelineCells } from '../render/timeline-row.ts';
import type { PickerItem } from './state.ts';

/** One line of the list, and what is behind it. */
export interface PickerRow extends PickerItem {
  readonly cells: TimelineCells;
  /** Of its session; shown above the first of them. */
  readonly heading: string;
  readonly entry: TimelineEntry;
}

/** The rows of a timeline in the order that the screen has them: folded by session, as `list` does it. */
export function pickerRows(entries: readonly TimelineEntry[], here: WorkingTree | undefined, now: Date): PickerRow[] {
  const cellsOf = cellMaker(here, now);
  return groupBySession(entries).flatMap(({ rows }) => {
    const made = rows.filter((row) => !isSafetyCopy(row));
    const heading = headingOf(made.length === 0 ? rows : made, now);
    return rows.map((entry) => {
      const cells = cellsOf(entry);
      const paths = entry.since?.changes.map(({ path }) => path) ?? [];
      return {
        number: entry.entry.number,
        words: [cells.why, cells.summary, heading, ...paths].join('\n'),
        isSafetyCopy: isSafetyCopy(entry),
        cells,
        heading,
        entry,
      };
    });
  });
}

function isSafetyCopy({ entry }: TimelineEntry): boolean {
  return !isDamaged(entry) && entry.note.trigger === 'restore';
}
