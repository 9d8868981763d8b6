import type { ArtifactStatus } from '../core/note.ts';
import { lineCounts } from '../core/tree-change.ts';

/** A file of the snapshot that differs from HEAD, as git counts it. */
export interface ChangedFile {
  readonly path: string;
  readonly status: ArtifactStatus;
  /** Lines; absent for a binary file. */
  readonly added?: number;
  readonly removed?: number;
}

/** How the working tree stands to HEAD: `Uncommitted: 3 files, +127 -4` */
export function uncommittedWords(changes: readonly Pick<ChangedFile, 'added' | 'removed'>[]): string {
  return changes.length === 0 ? 'The working tree equals HEAD' : `Uncommitted: ${describeTotals(changes)}`;
}

function describeTotals(changes: readonly Pick<ChangedFile, 'added' | 'removed'>[]): string {
  const added = changes.reduce((sum, change) => sum + (change.added ?? 0), 0);
  const removed = changes.reduce((sum, change) => sum + (change.removed ?? 0), 0);
  return `${changes.length} ${changes.length === 1 ? 'file' : 'files'}, ${lineCounts({ added, removed })}`;
}
