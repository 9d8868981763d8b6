import type { Oid } from './checkpoint.ts';

/** One difference between two trees. */
export interface TreeChange {
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type';
  readonly path: string;
  /** Where a rename came from. */
  readonly from?: string;
  /** `100644`, `100755`, `120000`, `160000`; absent on the side where the path is not. */
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly oldOid?: Oid;
  readonly newOid?: Oid;
  /** Absent when counts were not asked for. */
  readonly added?: number;
  readonly removed?: number;
  readonly binary?: boolean;
}

/** File modes of a tree that are no regular file. */
export const LINK = '120000';
export const SUBMODULE = '160000';

/** How much differs: files, and lines where they can be counted. */
export interface ChangeCount {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

/** `+127 -4` */
export function lineCounts({ added, removed }: Omit<ChangeCount, 'files'>): string {
  return `+${added} -${removed}`;
}

export function countChanges(changes: readonly TreeChange[]): ChangeCount {
  const sum = (side: 'added' | 'removed') => changes.reduce((total, change) => total + (change[side] ?? 0), 0);
  return { files: changes.length, added: sum('added'), removed: sum('removed') };
}
