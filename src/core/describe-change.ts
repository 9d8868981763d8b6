import type { Artifact } from './note.ts';
import { lineCounts } from './tree-change.ts';

/** What was changed in a file: `adds rotate (+12 -3)`, or the counts alone. */
export function describeChange({ change, added, removed }: Artifact): string {
  if (added === undefined && removed === undefined) return change;
  const counts = lineCounts({ added: added ?? 0, removed: removed ?? 0 });
  return change === '' ? counts : `${change} (${counts})`;
}
