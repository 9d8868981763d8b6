import { defined } from '../core/defined.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { sizeOfObjects } from '../git/loose-count.ts';
import { isClockProven } from '../local/seen-clock.ts';
import { configOf, type Repository, requireSettings, signature } from '../open/repository.ts';
import { readAllRestores } from '../restore/journal.ts';
import { CONVERSATIONS, conversationRefOf } from '../store/refs.ts';
import { removeCheckpoints } from '../store/remove.ts';
import { expireTrash } from '../store/trash.ts';
import { budgetOf, OF_THE_USER } from './budget.ts';
import { type PrunePlan, planRetention, type Retainable } from './plan-retention.ts';
import { readRetainables } from './read-retainables.ts';
import { recordPrune } from './record-removal.ts';

interface PruneOutcome extends Omit<PrunePlan, 'spare'> {
  /** Bytes on the disk that only the removed checkpoints hold; told before, by a dry run. */
  readonly frees: number;
}

interface PruneOptions {
  readonly dryRun: boolean;
  /** At most so many go at once, the oldest first. */
  readonly most?: number;
  /** Nobody asked for it: the log of operations, which is short, stays for what people did. */
  readonly unasked?: boolean;
  /** All checkpoints, where they have been read already. */
  readonly all?: readonly Retainable[];
}

/** Removes automatic checkpoints that retention no longer wants. */
export async function prune(repository: Repository, options: PruneOptions): Promise<PruneOutcome> {
  const { engine, world } = repository;
  await requireSettings(repository, ['keepHours', 'maxAuto', 'cleanupAfterDays', 'trashDays', 'maxStore']);
  const config = await configOf(repository);
  const now = world.now();
  const all = options.all ?? (await readRetainables(repository));
  const plan = await withinBudget(
    repository,
    all,
    planRetention(all, { ...config, needed: neededUids(repository) }, now),
  );
  const remove = plan.remove.slice(0, options.most ?? Number.MAX_SAFE_INTEGER);
  const going = new Set(remove.map(({ number }) => number));
  const outcome = { ...defined({ refused: plan.refused }), remove };
  if (options.dryRun) return { ...outcome, frees: await bytesOnlyIn(repository, all, going) };
  const removed = all.filter(({ number }) => going.has(number));
  const purge = config.trashDays === 0;
  await removeInParts(repository, removed, purge);
  if (!options.unasked) await recordPrune(repository, { entries: removed, inTrash: !purge });
  if (isClockProven(engine.place, now)) await expireTrash(engine, { days: config.trashDays, now });
  return { ...outcome, frees: 0 };
}

/** So many are moved to the trash as one: a removal that another writer comes between begins again. */
const AT_ONCE = 256;

async function removeInParts(repository: Repository, removed: readonly Retainable[], purge: boolean): Promise<void> {
  const by = await signature(repository);
  for (let at = 0; at < removed.length; at += AT_ONCE)
    await removeCheckpoints(repository.engine, removed.slice(at, at + AT_ONCE), { ...by, purge, unburied: true });
}

/** What undoing a restore, and the line of work after one, goes back to. */
function neededUids({ engine }: Repository): Set<string> {
  const restores = readAllRestores(engine.place);
  return new Set(restores.flatMap(({ safety, goesOn }) => [safety.uid, ...(goesOn ? [goesOn.uid] : [])]));
}

/** Where what stays takes more room than it may, the oldest of it goes, too: as few as will do. */
async function withinBudget(repository: Repository, all: readonly Retainable[], plan: PrunePlan): Promise<PrunePlan> {
  if (plan.refused !== undefined || plan.spare.length === 0) return plan;
  const budget = await budgetOf(repository);
  // To tell their share takes long, and where all objects together fit nobody needs it.
  if (sizeOfObjects(repository.engine.place.commonDir) <= budget) return plan;
  const removed = new Set(plan.remove.map(({ number }) => number));
  const fits = async (more: number) => {
    const gone = new Set([...removed, ...plan.spare.slice(0, more)]);
    return (
      (await bytesOf(
        repository,
        all.filter(({ number }) => !gone.has(number)),
      )) <= budget
    );
  };
  if (await fits(0)) return plan;
  let [least, most] = [1, plan.spare.length];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (await fits(middle)) most = middle;
    else least = middle + 1;
  }
  const extra = new Set(plan.spare.slice(0, least));
  const more = all.filter(({ number }) => extra.has(number));
  const reasons = more.map(({ number, summary }) => ({ number, why: 'budget' as const, summary }));
  return {
    ...plan,
    remove: [...plan.remove, ...reasons].sort((one, other) => one.number - other.number),
    spare: plan.spare.slice(least),
  };
}

/** Bytes on the disk of these checkpoints with their conversations, beside what the user's own work holds. */
async function bytesOf({ engine }: Repository, some: readonly Retainable[]): Promise<number> {
  const conversations = new Set((await engine.listRefs(CONVERSATIONS)).map(({ ref }) => ref));
  const names = some.flatMap(({ commit }) => {
    const said = conversationRefOf(commit);
    return conversations.has(said) ? [commit, said] : [commit];
  });
  return engine.bytesBeyond(names, OF_THE_USER);
}

/** Bytes on the disk that only these hold: neither another checkpoint nor anything of the user's. */
async function bytesOnlyIn(
  { engine }: Repository,
  all: readonly Retainable[],
  going: ReadonlySet<CheckpointNumber>,
): Promise<number> {
  if (going.size === 0) return 0;
  const commits = (leave: boolean) =>
    all.filter(({ number }) => going.has(number) === leave).map(({ commit }) => commit);
  return engine.bytesBeyond(commits(true), [...commits(false), ...OF_THE_USER]);
}
