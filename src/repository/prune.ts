import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import type { Config } from '../core/config.ts';
import { triggersOfPeople } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { configOf, type Repository, requireSettings, signature } from '../open/repository.ts';
import { readAllRestores } from '../restore/journal.ts';
import { removeCheckpoints } from '../store/remove.ts';
import { expireTrash } from '../store/trash.ts';
import { list } from './list.ts';
import { recordRemoval } from './record-removal.ts';

export interface PrunePlan {
  readonly remove: readonly {
    readonly number: CheckpointNumber;
    readonly why: 'old' | 'many';
    readonly summary: string;
  }[];
  /** Why nothing is removed although something would be due. */
  readonly refused?: 'clock';
}

export interface Retention extends Pick<Config, 'maxAuto' | 'cleanupAfterDays'> {
  /** Uids of checkpoints that an undo or the line of work after a restore still needs. */
  readonly needed: ReadonlySet<string>;
}

/** Decides what retention removes. Pure: the same checkpoints, settings and time give the same plan. */
export function planPrune(checkpoints: readonly Checkpoint[], retention: Retention, now: Date): PrunePlan {
  const { maxAuto, cleanupAfterDays, needed } = retention;
  const newestTime = Math.max(0, ...checkpoints.map(({ note }) => Date.parse(note.created)));
  const newest = Math.max(0, ...checkpoints.map(({ number }) => number));
  const candidates = checkpoints
    // What people asked for is never pruned.
    .filter(({ note }) => !triggersOfPeople.includes(note.trigger) && !note.kept && !note.pending)
    .filter(({ note }) => !needed.has(note.uid))
    .sort((one, other) => other.number - one.number);
  // A clock that ran backwards makes everything look young or old; retention waits until it is right again.
  if (now.getTime() < newestTime)
    return candidates.every(({ number }) => number === newest) ? { remove: [] } : { remove: [], refused: 'clock' };
  const oldest = now.getTime() - cleanupAfterDays * 86_400_000;
  const seen = new Map<string, number>();
  const remove = candidates.flatMap(({ number, note }) => {
    // What restores saved counts for itself: the turns of an agent must not push it out.
    const line = `${note.trigger === 'restore' ? 'restore' : 'session'} ${note.context.branch}`;
    const onBranch = (seen.get(line) ?? 0) + 1;
    seen.set(line, onBranch);
    const old = cleanupAfterDays > 0 && Date.parse(note.created) < oldest;
    // The newest counts, and stays however many may: a session resumes from it.
    if (number === newest || (!old && onBranch <= maxAuto)) return [];
    return [{ number, why: old ? ('old' as const) : ('many' as const), summary: note.summary }];
  });
  return { remove };
}

export interface PruneOutcome extends PrunePlan {
  /** Bytes on the disk that only the removed checkpoints hold; told before, by a dry run. */
  readonly frees: number;
}

/** Removes automatic checkpoints that retention no longer wants. */
export async function prune(repository: Repository, options: { readonly dryRun: boolean }): Promise<PruneOutcome> {
  const checkpoints = (await list(repository, { briefly: true })).filter(
    (entry): entry is Checkpoint => !isDamaged(entry),
  );
  const restores = readAllRestores(repository.engine.place);
  const needed = new Set(restores.flatMap(({ safety, goesOn }) => [safety.uid, ...(goesOn ? [goesOn.uid] : [])]));
  await requireSettings(repository, ['maxAuto', 'cleanupAfterDays', 'trashDays']);
  const config = await configOf(repository);
  const now = repository.world.now();
  const plan = planPrune(checkpoints, { ...config, needed }, now);
  const going = new Set(plan.remove.map(({ number }) => number));
  const frees = options.dryRun ? await bytesOnlyIn(repository, checkpoints, going) : 0;
  if (!options.dryRun) {
    const removed = checkpoints.filter(({ number }) => going.has(number));
    const purge = config.trashDays === 0;
    await removeCheckpoints(repository.engine, removed, { ...(await signature(repository)), purge });
    await recordRemoval(repository, 'prune', { entries: removed, inTrash: !purge });
    await expireTrash(repository.engine, { days: config.trashDays, now });
  }
  return { ...plan, frees };
}

/** Bytes on the disk that only these hold: neither another checkpoint nor anything of the user's. */
async function bytesOnlyIn(
  { engine }: Repository,
  checkpoints: readonly Checkpoint[],
  going: ReadonlySet<CheckpointNumber>,
): Promise<number> {
  if (going.size === 0) return 0;
  const leaves = ({ number }: Checkpoint) => going.has(number);
  const stays = checkpoints.filter((one) => !leaves(one)).map(({ commit }) => commit);
  return engine.bytesBeyond(
    checkpoints.filter(leaves).map(({ commit }) => commit),
    [...stays, ...OF_THE_USER],
  );
}

/** Where work of the user's hangs. */
const OF_THE_USER = ['HEAD', 'refs/heads/', 'refs/tags/', 'refs/remotes/', 'refs/stash'];
