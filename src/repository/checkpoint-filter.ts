import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import { globMatcher } from '../core/glob.ts';
import type { Trigger } from '../core/note.ts';

/** Which checkpoints are wanted; a field that is absent takes all. */
export interface CheckpointFilter {
  readonly numbers?: ReadonlySet<number>;
  /** A branch, or a pattern such as `team/*`. */
  readonly branch?: string;
  readonly triggers?: readonly Trigger[];
  /** A session's id, or the beginning of it. */
  readonly session?: string;
  readonly tag?: string;
  readonly pending?: boolean;
  readonly kept?: boolean;
  /** Saved at this time or later. */
  readonly since?: Date;
}

type Entry = Checkpoint | DamagedCheckpoint;

export function isFiltered(filter: CheckpointFilter): boolean {
  return filter.numbers !== undefined || readsNotes(filter);
}

function readsNotes({ branch, triggers, session, tag, pending, kept, since }: CheckpointFilter): boolean {
  return (
    [branch, triggers, session, tag, since].some((wanted) => wanted !== undefined) || pending === true || kept === true
  );
}

/** One test for all that is asked for. A damaged checkpoint is only there for who asks for everything, or for its number. */
export function filterTest(filter: CheckpointFilter): (entry: Entry) => boolean {
  const { numbers, branch, triggers, session, tag, pending, kept, since } = filter;
  const isNamed = (entry: Entry) => numbers === undefined || numbers.has(entry.number);
  if (!readsNotes(filter)) return isNamed;
  const isBranch = branch === undefined ? () => true : branchTest(branch);
  return (entry) =>
    isNamed(entry) &&
    !isDamaged(entry) &&
    isBranch(entry.note.context.branch) &&
    (triggers === undefined || triggers.includes(entry.note.trigger)) &&
    (session === undefined || entry.note.session?.id.startsWith(session) === true) &&
    (tag === undefined || entry.note.tags?.includes(tag) === true) &&
    (!pending || entry.note.pending) &&
    (!kept || entry.note.kept === true) &&
    (since === undefined || new Date(entry.note.created) >= since);
}

/** Anchored: a branch `main` is not one of `team/main`. */
function branchTest(branch: string): (name: string) => boolean {
  if (!/[*?[]/.test(branch)) return (name) => name === branch;
  const matches = globMatcher([`/${branch}`]);
  return (name) => matches(name);
}
