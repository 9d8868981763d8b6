import type { RowJson } from '../../api.ts';

/** The checkpoints of one session, newest first, or some that belong to none. */
export interface SessionGroup {
  readonly key: string;
  readonly rows: readonly RowJson[];
}

/** A session's checkpoints stand together where its newest is; what belongs to none stays where it is. */
export function groupRows(rows: readonly RowJson[]): SessionGroup[] {
  const groups: { key: string; rows: RowJson[] }[] = [];
  const sessions = new Map<string, { key: string; rows: RowJson[] }>();
  let last = '';
  for (const row of rows) {
    const name = nameOf(row);
    const group = row.session === undefined ? neighbour(groups, last === name) : sessions.get(name);
    last = name;
    if (group !== undefined) {
      group.rows.push(row);
      continue;
    }
    const made = { key: `${name} ${row.session === undefined ? row.number : ''}`, rows: [row] };
    groups.push(made);
    if (row.session !== undefined) sessions.set(name, made);
  }
  return groups;
}

function nameOf(row: RowJson): string {
  if (row.damage !== undefined) return 'damaged';
  return row.session === undefined
    ? `none ${row.by ?? ''} ${row.worktree} ${row.branch}`
    : `session ${row.agent} ${row.session}`;
}

function neighbour<T>(groups: readonly T[], sameName: boolean): T | undefined {
  return sameName ? groups.at(-1) : undefined;
}
