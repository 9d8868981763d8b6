import type { Oid } from '../core/checkpoint.ts';
import type { Config } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { type Trigger, triggersOfPeople } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';

/** What retention looks at of a checkpoint. */
export interface Retainable {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
  readonly uid: string;
  /** Milliseconds. */
  readonly created: number;
  readonly trigger: Trigger;
  /** Empty on a detached HEAD. */
  readonly branch: string;
  readonly worktree: string;
  /** The commit that was checked out; empty before the first. */
  readonly head: string;
  readonly session?: string;
  readonly anchor?: string;
  readonly kept: boolean;
  readonly pending: boolean;
  /** Somebody else has it, too. */
  readonly shared: boolean;
  readonly summary: string;
  /** Paths of repositories inside of the working tree that it has content of. */
  readonly nested?: readonly string[];
}

export interface Retention extends Pick<Config, 'keepHours' | 'maxAuto' | 'cleanupAfterDays'> {
  /** Uids of checkpoints that an undo or the line of work after a restore still needs. */
  readonly needed: ReadonlySet<string>;
}

/** `hour`, `day`: a later one of the same hour or day stays. `many`: more than may be on a branch. `budget`: all of them take too much room. */
export type WhyRemoved = 'old' | 'hour' | 'day' | 'many' | 'budget';

export interface PrunePlan {
  readonly remove: readonly {
    readonly number: CheckpointNumber;
    readonly why: WhyRemoved;
    readonly summary: string;
  }[];
  /** What may go beside them where there is too little room, the oldest first. */
  readonly spare: readonly CheckpointNumber[];
  /** Why nothing is removed although something would be due. */
  readonly refused?: 'clock';
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Decides what retention removes. Pure: the same checkpoints, settings and time give the same plan. */
export function planRetention(all: readonly Retainable[], retention: Retention, now: Date): PrunePlan {
  const ascending = [...all].sort((one, other) => one.number - other.number);
  const asked = new Set(ascending.filter((one) => isAskedFor(one, retention.needed)));
  const fixed = new Set([...asked, ...newestOfEach(ascending)]);
  const candidates = ascending.filter((one) => !fixed.has(one));
  // A clock that ran backwards makes everything look young or old; retention waits until it is right again.
  if (ascending.some(({ created }) => created > now.getTime()))
    return defined({ remove: [], spare: [], refused: candidates.length === 0 ? undefined : 'clock' });
  const countable = ascending.filter((one) => !asked.has(one));
  const excess = beyondBound(countable, fixed, retention);
  const spared = sparedByThinning(ascending, now.getTime());
  const thinned = thin(ascending, retention, now.getTime());
  const whyOf = (one: Retainable): WhyRemoved | undefined => {
    if (excess.has(one)) return 'many';
    return spared.has(one) ? undefined : thinned.get(one);
  };
  const remove = candidates.flatMap((one) => {
    const why = whyOf(one);
    return why === undefined ? [] : [{ number: one.number, why, summary: one.summary }];
  });
  const going = new Set(remove.map(({ number }) => number));
  const spare = candidates.map(({ number }) => number).filter((number) => !going.has(number));
  return { remove, spare };
}

function isAutomatic({ trigger }: Retainable): boolean {
  return !triggersOfPeople.includes(trigger);
}

/** The line of work that a checkpoint belongs to. What restores saved counts for itself: the turns of an agent must not push it out. */
function lineOf({ trigger, worktree, branch }: Retainable): string {
  return `${trigger === 'restore' ? 'restore' : 'session'}\0${worktree}\0${branch}`;
}

/** What stays whatever the settings say, and counts for nothing. */
function isAskedFor(one: Retainable, needed: ReadonlySet<string>): boolean {
  return !isAutomatic(one) || one.kept || one.pending || one.shared || needed.has(one.uid);
}

/** What stays as well: the newest of all, and of each branch. */
function newestOfEach(ascending: readonly Retainable[]): Retainable[] {
  const turns = ascending.filter(({ trigger }) => trigger !== 'restore');
  const newestOfBranch = new Map(turns.map((one) => [`${one.worktree}\0${one.branch}`, one]));
  const newest = ascending.at(-1);
  return [...newestOfBranch.values(), ...(newest === undefined ? [] : [newest])];
}

/** What thinning leaves: the newest of each session, and while a session is young, its last before each commit and each destructive command. */
function sparedByThinning(ascending: readonly Retainable[], now: number): ReadonlySet<Retainable> {
  const newestOf = new Map(ascending.flatMap((one) => (one.session === undefined ? [] : [[one.session, one]])));
  const isYoung = ({ session, created }: Retainable) =>
    now - (session === undefined ? created : (newestOf.get(session)?.created ?? created)) <= WEEK_MS;
  const spared = new Set(newestOf.values());
  const before = new Map<string, Retainable>();
  for (const one of ascending) {
    const last = before.get(one.worktree);
    if (last !== undefined && last.head !== one.head && isYoung(last)) spared.add(last);
    if (one.trigger === 'turn' && one.anchor?.startsWith('before ') && isYoung(one)) spared.add(one);
    before.set(one.worktree, one);
  }
  return spared;
}

/** Those beyond the bound of their branch, where somebody set one. The newest stay. */
function beyondBound(
  countable: readonly Retainable[],
  fixed: ReadonlySet<Retainable>,
  { maxAuto }: Retention,
): ReadonlySet<Retainable> {
  const seen = new Map<string, number>();
  const excess = new Set<Retainable>();
  for (const one of maxAuto === 0 ? [] : [...countable].reverse()) {
    const count = (seen.get(lineOf(one)) ?? 0) + 1;
    seen.set(lineOf(one), count);
    if (count > maxAuto && !fixed.has(one)) excess.add(one);
  }
  return excess;
}

/** What goes by age alone: all of the last hours stay, then the last of each hour for a week, then of each day, then none. */
function thin(ascending: readonly Retainable[], settings: Retention, now: number): Map<Retainable, WhyRemoved> {
  const { keepHours, cleanupAfterDays } = settings;
  const lastOf = new Map<string, Retainable>();
  const bucketOf = (one: Retainable, size: number) => `${lineOf(one)}\0${size}\0${Math.floor(one.created / size)}`;
  const automatic = ascending.filter(isAutomatic);
  for (const one of automatic) for (const size of [HOUR_MS, DAY_MS]) lastOf.set(bucketOf(one, size), one);
  const isLast = (one: Retainable, size: number) => lastOf.get(bucketOf(one, size)) === one;
  const why = (one: Retainable): WhyRemoved | undefined => {
    const age = now - one.created;
    if (age <= keepHours * HOUR_MS) return undefined;
    if (cleanupAfterDays > 0 && age > cleanupAfterDays * DAY_MS) return 'old';
    if (age <= WEEK_MS) return isLast(one, HOUR_MS) ? undefined : 'hour';
    return isLast(one, DAY_MS) ? undefined : 'day';
  };
  return new Map(automatic.flatMap((one) => [why(one)].flatMap((word) => (word === undefined ? [] : [[one, word]]))));
}
