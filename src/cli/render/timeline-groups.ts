import { agentTitle } from '../../core/agent-title.ts';
import { type Checkpoint, isDamaged } from '../../core/checkpoint.ts';
import { clock, day } from '../../core/clock.ts';
import { count } from '../../core/count.ts';
import { oneLine, stripControls } from '../../core/strip-controls.ts';
import type { TimelineEntry } from '../../repository/timeline.ts';
import { branchOf } from './list.ts';

/** The checkpoints of one session, or some that belong to none. */
interface Group {
  readonly key: string;
  readonly rows: TimelineEntry[];
}

/** A session's checkpoints stand together where its newest is; what belongs to none stays where it is. */
export function groupBySession(rows: readonly TimelineEntry[]): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    const known = key.startsWith('session ') ? groups.find((group) => group.key === key) : groups.at(-1);
    if (known?.key === key) known.rows.push(row);
    else groups.push({ key, rows: [row] });
  }
  return groups;
}

function keyOf({ entry }: TimelineEntry): string {
  if (isDamaged(entry)) return 'damaged';
  const { session, context } = entry.note;
  const origin = entry.provenance?.remote ?? '';
  return session === undefined
    ? `none ${origin} ${context.branch}`
    : `session ${origin} ${session.agent} ${session.id}`;
}

/** `feature-x · Claude Code 300f64 · today 07:00-07:02 · 3 checkpoints` */
export function headingOf(rows: readonly TimelineEntry[], now: Date): string {
  const whole = rows.map(({ entry }) => entry).filter((entry): entry is Checkpoint => !isDamaged(entry));
  const [newest] = whole;
  if (newest === undefined) return 'cannot be read';
  const { session } = newest.note;
  const { remote, author } = newest.provenance ?? {};
  const who =
    session === undefined ? 'you' : `${agentTitle(stripControls(session.agent))} ${oneLine(session.id).slice(0, 6)}`;
  const from = remote === undefined ? [] : [`${stripControls(author?.name ?? '')} (${stripControls(remote)})`];
  return [branchOf(newest), who, ...from, spanOf(whole, now), count(rows.length, 'checkpoint')].join(' · ');
}

function spanOf(checkpoints: readonly Checkpoint[], now: Date): string {
  const times = checkpoints.map(({ note }) => Date.parse(note.created)).filter((time) => !Number.isNaN(time));
  if (times.length === 0) return 'at an unknown time';
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const [from, to] = [`${day(first, now)} ${clock(first)}`, `${day(last, now)} ${clock(last)}`];
  if (from === to) return from;
  return day(first, now) === day(last, now) ? `${from}-${clock(last)}` : `${from} - ${to}`;
}
