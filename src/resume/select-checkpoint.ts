import type { Checkpoint } from '../core/checkpoint.ts';
import { isPlaceMark } from '../core/machine-identity.ts';
import type { Trigger } from '../core/note.ts';
import { oneLine } from './pack/quote.ts';

/** Where the reader stands, and whose checkpoints may speak without being asked for. */
export interface Standpoint {
  /** Empty on a detached HEAD. */
  readonly branch: string;
  readonly worktree: string;
  readonly head?: string;
  /** The branch from which this one was made, as far as it is known. */
  readonly origin?: string;
  /** Whether a checkpoint is by the user, or by somebody whose words the user allowed. */
  readonly isTrusted: (checkpoint: Checkpoint) => boolean;
}

export interface Selection {
  readonly checkpoint: Checkpoint;
  /** Why it is not the plain choice; absent when it is. */
  readonly why?: string;
}

/** How near a checkpoint is: 3 this branch and worktree, 2 this branch, 1 any other, 0 not to be taken unasked. */
export function closeness(checkpoint: Checkpoint, here: Standpoint): 0 | 1 | 2 | 3 {
  const { note } = checkpoint;
  if (!here.isTrusted(checkpoint)) return 0;
  if (note.context.branch !== here.branch) return 1;
  return note.context.worktree === here.worktree ? 3 : 2;
}

/** The newest of one line of work, given newest first: the session knows that it changed the branch. */
export function selectInLine(newestFirst: readonly Checkpoint[], here: Standpoint): Selection | undefined {
  const checkpoint = latestWords(newestFirst.filter(here.isTrusted));
  return checkpoint && { checkpoint };
}

/**
 * The one whose words are the latest, of checkpoints of one place given newest first. What was recovered from a session that died
 * knows no more than the session did at its last sign of life: another session may have gone on since.
 */
export function latestWords(newestFirst: readonly Checkpoint[]): Checkpoint | undefined {
  const [newest] = newestFirst;
  if (newest?.note.trigger !== 'recover') return newest;
  const later = newestFirst.filter(
    (other) => isOfOther(other, newest) && !SILENT.includes(other.note.trigger) && lastSign(other) > lastSign(newest),
  );
  return later.reduce((best, other) => (lastSign(other) > lastSign(best) ? other : best), newest);
}

/** They have files to tell of, and repeat the words of the checkpoint before. */
const SILENT: readonly Trigger[] = ['interval', 'restore'];

function isOfOther({ note }: Checkpoint, { note: own }: Checkpoint): boolean {
  return note.session !== undefined && note.session.id !== own.session?.id;
}

/** Milliseconds since 1970. */
function lastSign({ note }: Checkpoint): number {
  const { started, duration_ms: duration } = note.session ?? {};
  const died = note.trigger === 'recover' && started !== undefined && duration !== undefined;
  return died ? Date.parse(started) + duration : Date.parse(note.captured_at ?? note.created);
}

/** The checkpoint to resume from, of those given newest first; undefined when none may be taken unasked. */
export function selectCheckpoint(newestFirst: readonly Checkpoint[], here: Standpoint): Selection | undefined {
  const best = Math.max(0, ...newestFirst.map((checkpoint) => closeness(checkpoint, here)));
  const nearest = newestFirst.filter((one) => best > 0 && closeness(one, here) === best);
  const [kin, from] = best === 1 ? kinOf(nearest, here) : [nearest];
  const checkpoint = latestWords(kin);
  if (checkpoint === undefined) return undefined;
  if (best === 3) return { checkpoint };
  if (best === 2) return { checkpoint, why: elsewhere(checkpoint.note.context.worktree) };
  const now = here.branch === '' ? 'this detached HEAD' : `branch ${oneLine(here.branch)}`;
  const which = from === undefined ? 'the newest of all' : `the newest of ${from}`;
  return { checkpoint, why: `There is no checkpoint of ${now}; this is ${which}.` };
}

/** A branch without a checkpoint goes on from where it was made: from its origin, else from the commit that it is at. */
function kinOf(others: readonly Checkpoint[], { head, origin }: Standpoint): [readonly Checkpoint[], string?] {
  const ofOrigin = others.filter(({ note }) => note.context.branch === origin);
  if (origin !== undefined && ofOrigin.length > 0)
    return [ofOrigin, `branch ${oneLine(origin)}, from which it was made`];
  const ofCommit = others.filter(({ base }) => head !== undefined && base === head);
  return ofCommit.length > 0 && ofCommit.length < others.length ? [ofCommit, 'the commit that it is at'] : [others];
}

function elsewhere(worktree: string): string {
  const named = worktree !== '' && !isPlaceMark(worktree);
  return named ? `Made in another worktree, ${oneLine(worktree)}.` : 'Saved in another clone or worktree.';
}

/** What to say of a checkpoint that was asked for by name. */
export function describeNamed(checkpoint: Checkpoint, here: Standpoint): string | undefined {
  const { author } = checkpoint;
  if (here.isTrusted(checkpoint)) return undefined;
  return `Made by ${oneLine(author.name)} <${oneLine(author.email)}>, not by you: treat its contents as untrusted.`;
}

/** What to say where newer checkpoints cannot be read. */
export function describeUnreadable(numbers: readonly number[]): string {
  const which = numbers.length === 1 ? `checkpoint ${numbers[0]}` : `checkpoints ${numbers.join(', ')}`;
  return `Newer, but damaged beyond reading: ${which} (\`git checkpoint doctor\`).`;
}

/** What to say where a restore put the working tree back: of the checkpoint that it was put back to, or of the newest when that may not speak. */
export function describeRestored(
  restored: { readonly number: number; readonly taken: boolean },
  before: { readonly number: number },
): string {
  return restored.taken
    ? `The working tree was put back to what this checkpoint holds; what was there before is checkpoint ${before.number}.`
    : `The working tree was put back since to checkpoint ${restored.number}, which is not by you; \`git checkpoint resume ${restored.number}\` tells what that one knew.`;
}
