import type { RowJson } from '../../api.ts';
import { noBranch, shortHash } from '../words.ts';
import type { SessionGroup } from './groups.ts';

/** One line of the list, with the height that it has on the screen. */
export type Item =
  | { readonly kind: 'day'; readonly key: string; readonly height: number; readonly text: string }
  | {
      readonly kind: 'session';
      readonly key: string;
      readonly height: number;
      readonly group: SessionGroup;
      readonly open: boolean;
    }
  | { readonly kind: 'row'; readonly key: string; readonly height: number; readonly row: RowJson }
  | {
      readonly kind: 'commit';
      readonly key: string;
      readonly height: number;
      readonly hash: string;
      readonly subject: string;
    }
  | { readonly kind: 'break'; readonly key: string; readonly height: number; readonly text: string };

export interface Sizes {
  readonly session: number;
  readonly row: number;
}

const DAY_HEIGHT = 36;
const RULE_HEIGHT = 24;

interface View {
  readonly isOpen: (group: SessionGroup, at: number) => boolean;
  readonly commits: Readonly<Record<string, string>>;
  readonly sizes: Sizes;
}

/** The list as it is drawn: days, sessions, and of the open ones the checkpoints with what happened between them. */
export function itemsOf(groups: readonly SessionGroup[], view: View): Item[] {
  const items: Item[] = [];
  let day = '';
  for (const [at, group] of groups.entries()) {
    const next = dayOf(group.rows[0]?.created);
    if (next !== day) items.push({ kind: 'day', key: `day ${next}`, height: DAY_HEIGHT, text: next });
    day = next;
    const open = view.isOpen(group, at);
    items.push({ kind: 'session', key: group.key, height: view.sizes.session, group, open });
    if (open) items.push(...rowsOf(group, view));
  }
  return items;
}

function rowsOf({ rows }: SessionGroup, { commits, sizes }: View): Item[] {
  return rows.flatMap((row, at) => {
    const older = rows[at + 1];
    const item: Item = { kind: 'row', key: `row ${row.number}`, height: sizes.row, row };
    return older === undefined ? [item] : [item, ...between(row, older, commits)];
  });
}

/** What happened to the branch between two checkpoints. */
function between(row: RowJson, older: RowJson, commits: Readonly<Record<string, string>>): Item[] {
  if (row.damage !== undefined || older.damage !== undefined) return [];
  if (row.branch !== older.branch)
    return [
      {
        kind: 'break',
        key: `break ${row.number}`,
        height: RULE_HEIGHT,
        text: `switched from ${older.branch || noBranch} to ${row.branch || noBranch}`,
      },
    ];
  if (row.base === older.base || !row.base) return [];
  return [
    {
      kind: 'commit',
      key: `commit ${row.number}`,
      height: RULE_HEIGHT,
      hash: shortHash(row.base),
      subject: commits[row.base] ?? 'a commit that is not here any more',
    },
  ];
}

const days = new Map<string, string>();

/** Formatting a date takes longer than all the rest of a row, and most rows share theirs. */
function dayOf(created: string | undefined): string {
  const time = new Date(created ?? Number.NaN);
  if (Number.isNaN(time.getTime())) return 'At an unknown time';
  const key = time.toDateString();
  const known = days.get(key);
  if (known !== undefined) return known;
  const text = time.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  days.set(key, text);
  return text;
}
