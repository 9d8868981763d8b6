import type { RowJson } from '../../api.ts';
import { noBranch, shortHash } from '../words.ts';
import type { SessionGroup } from './groups.ts';
import { type Lanes, laneOf } from './lanes.ts';

/** A rail beside a line: it begins or ends there, or goes through. */
interface Rail {
  readonly lane: number;
  readonly begins: boolean;
  readonly ends: boolean;
}

type Content =
  | { readonly kind: 'day'; readonly text: string }
  | { readonly kind: 'session'; readonly group: SessionGroup; readonly open: boolean; readonly lane: number }
  | { readonly kind: 'row'; readonly row: RowJson; readonly lane: number }
  | { readonly kind: 'commit'; readonly hash: string; readonly subject: string; readonly lane: number }
  | { readonly kind: 'break'; readonly text: string; readonly lane: number };

type Placed = Content & {
  readonly key: string;
  readonly height: number;
  /** The last line of its session's box. */
  readonly closes?: boolean;
};

/** One line of the list, with the height that it has on the screen. */
export type Item = Placed & { readonly rails: readonly Rail[] };

export interface Sizes {
  readonly session: number;
  /** A card of what belongs to no session, which has less to tell. */
  readonly plain: number;
  readonly row: number;
}

const DAY_HEIGHT = 38;
const RULE_HEIGHT = 26;
/** More commits between two checkpoints are told in one line. */
const MAX_COMMITS = 3;

interface View {
  readonly isOpen: (group: SessionGroup, at: number) => boolean;
  readonly sizes: Sizes;
  readonly lanes: Lanes;
}

/** The list as it is drawn: days, sessions, and of the open ones the checkpoints with what happened between them. */
export function itemsOf(groups: readonly SessionGroup[], view: View): Item[] {
  const items: Placed[] = [];
  let day = '';
  for (const [at, group] of groups.entries()) {
    const [newest] = group.rows;
    // What cannot be read has no day of its own; it stands with what is around it.
    const next = newest?.created === undefined ? day : dayOf(newest.created);
    if (next !== day) items.push({ kind: 'day', key: `day ${next} ${at}`, height: DAY_HEIGHT, text: next });
    day = next;
    const open = view.isOpen(group, at);
    const lane = newest === undefined ? 0 : laneOf(newest, view.lanes);
    const height = newest?.session === undefined ? view.sizes.plain : view.sizes.session;
    items.push({ kind: 'session', key: group.key, height, group, open, lane });
    if (open) items.push(...group.rows.flatMap((row) => linesOf(row, view)));
    closeBox(items);
  }
  return withRails(items);
}

function linesOf(row: RowJson, { sizes, lanes }: View): Placed[] {
  const lane = laneOf(row, lanes);
  return [{ kind: 'row', key: `row ${row.number}`, height: sizes.row, row, lane }, ...headMoves(row, lane)];
}

function closeBox(items: Placed[]): void {
  const last = items.pop();
  if (last !== undefined) items.push({ ...last, closes: true });
}

/** What became of branch and HEAD since the checkpoint before. */
function headMoves({ number, branch = '', head }: RowJson, lane: number): Placed[] {
  const height = RULE_HEIGHT;
  const key = `head ${number}`;
  if (head === undefined) return [];
  if (head.kind === 'switched') {
    const text = `switched from ${head.from || noBranch} to ${branch || noBranch}`;
    return [{ kind: 'break', key, height, lane, text }];
  }
  if (head.kind === 'moved') {
    const text = `HEAD moved to ${shortHash(head.to.commit)} ${head.to.subject}`;
    return [{ kind: 'break', key, height, lane, text }];
  }
  const more = head.commits.length - MAX_COMMITS;
  return head.commits.slice(0, MAX_COMMITS).map(({ commit, subject }, at) => ({
    kind: 'commit' as const,
    key: `${key} ${at}`,
    height,
    lane,
    hash: shortHash(commit),
    subject: more > 0 && at === MAX_COMMITS - 1 ? `${subject}, and ${more + 1} more before it` : subject,
  }));
}

/** Rails go from the newest line of their branch to the oldest. */
function withRails(items: readonly Placed[]): Item[] {
  const spans = new Map<number, { first: number; last: number }>();
  for (const [at, item] of items.entries()) {
    if (item.kind === 'day') continue;
    const span = spans.get(item.lane);
    if (span === undefined) spans.set(item.lane, { first: at, last: at });
    else span.last = at;
  }
  return items.map((item, at) => ({
    ...item,
    rails: [...spans].flatMap(([lane, { first, last }]) =>
      at < first || at > last ? [] : [{ lane, begins: at === first, ends: at === last }],
    ),
  }));
}

const days = new Map<string, string>();

/** Formatting a date takes longer than all the rest of a row, and most rows share theirs. */
function dayOf(created: string): string {
  const time = new Date(created);
  if (Number.isNaN(time.getTime())) return 'At an unknown time';
  const key = time.toDateString();
  const known = days.get(key);
  if (known !== undefined) return known;
  const text = time.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  days.set(key, text);
  return text;
}
