import type { Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { RefUpdate } from '../git/engine.ts';
import { findNotes } from '../git/notes.ts';
import type { SignCommit } from '../open/sign-commit.ts';
import type { RetainingWriter } from '../store/retaining-writer.ts';
import { writeNotes } from '../store/write-notes.ts';
import type { PlannedSync } from './inspect-push.ts';

/** In whose name notes are pushed. */
interface PushedBy {
  readonly author: Identity;
  readonly time: Date;
  readonly sign?: SignCommit | undefined;
  /** Checkpoints that the user made, here or elsewhere. */
  readonly isMine: (commit: Oid) => boolean;
}

/** Writes the notes commit that is pushed: after the remote's, unless it takes notes away, which must not stay in its history. */
export async function writePushedNotes(
  writer: RetainingWriter,
  planned: PlannedSync,
  { isMine, ...by }: PushedBy,
): Promise<RefUpdate> {
  const { remote, notes } = planned;
  const before = remote.state.notes?.commit;
  const removes = [...notes.remote.values()].includes(undefined);
  if (before !== undefined && !removes) {
    return (await writeNotes(writer, remote.state, { edits: notes.remote, after: before, ...by })).update;
  }
  if (by.sign === undefined) return (await writeNotes(writer, remote.state, { edits: notes.remote, ...by })).update;
  return writeWithBeginning(writer, planned, { isMine, ...by });
}

/**
 * A signature vouches for what its commit changes, and one without a parent changes nothing. So the history begins with an unsigned
 * commit of what others wrote, and the signed one adds the notes that stand here.
 */
async function writeWithBeginning(
  writer: RetainingWriter,
  { local, remote, notes }: PlannedSync,
  { isMine, sign, ...by }: PushedBy,
): Promise<RefUpdate> {
  const mine = [...local.checkpoints.values()].filter(isMine);
  const here = new Map([...(await findNotes(writer, local.state.notes?.tree, mine)), ...notes.local]);
  const there = new Map([...(await findNotes(writer, remote.state.notes?.tree, mine)), ...notes.remote]);
  const vouched = new Map(mine.flatMap((commit) => sameIn(commit, here, there)));
  const others = [...notes.remote].filter(([commit]) => !vouched.has(commit));
  const gone = [...vouched.keys()].map((commit) => [commit, undefined] as const);
  const first = await writeNotes(writer, remote.state, { edits: new Map([...others, ...gone]), ...by });
  const [object] = await writer.readObjects([first.commit]);
  const tree = object === undefined ? undefined : parseCommit(object.bytes)?.tree;
  if (tree === undefined) throw new Error(`commit ${first.commit} was written and cannot be read`);
  const state = { ...remote.state, notes: { commit: first.commit, tree } };
  const { commit } = await writeNotes(writer, state, { edits: vouched, after: first.commit, sign, ...by });
  return defined({ ref: first.update.ref, old: first.update.old, new: commit });
}

type Blobs = ReadonlyMap<Oid, Oid | undefined>;

function sameIn(commit: Oid, here: Blobs, there: Blobs): [Oid, Oid][] {
  const blob = there.get(commit);
  return blob !== undefined && blob === here.get(commit) ? [[commit, blob]] : [];
}
