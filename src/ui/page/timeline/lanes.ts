import type { RowJson } from '../../api.ts';

/** The column that each branch of each worktree runs in. */
export type Lanes = ReadonlyMap<string, number>;

/** So many have a column and a colour of their own; older ones share the last. */
const MOST = 6;

/** Columns in the order in which branches are met, the newest first. */
export function lanesOf(rows: readonly RowJson[]): Lanes {
  const lanes = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(row);
    if (row.damage === undefined && !lanes.has(name)) lanes.set(name, Math.min(lanes.size, MOST - 1));
  }
  return lanes;
}

export function laneOf(row: RowJson, lanes: Lanes): number {
  return lanes.get(nameOf(row)) ?? 0;
}

export function countLanes(lanes: Lanes): number {
  return Math.min(MOST, Math.max(1, lanes.size));
}

function nameOf({ branch = '', worktree = '' }: RowJson): string {
  return `${worktree} ${branch}`;
}
