import type { Artifact } from './note.ts';

/** What was changed in a file: `adds rotate (+12 −3)`, or the counts alone. */
export function describeChange({ change, added, removed }: Artifact): string {
  if (added === undefined && removed === undefined) return change;
  const counts = `+${added ?? 0} −${removed ?? 0}`;
  return change === '' ? counts : `${change} (${counts})`;
}
