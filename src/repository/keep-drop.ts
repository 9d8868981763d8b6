import { type Checkpoint, type DamagedCheckpoint, isDamaged, type Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { namedInLog } from '../core/operation.ts';
import type { GitEngine } from '../git/engine.ts';
import { isClockProven } from '../local/seen-clock.ts';
import { recordOperation } from '../open/record-operation.ts';
import { configOf, type Repository, signature } from '../open/repository.ts';
import { readCheckpoints } from '../store/load.ts';
import { removeCheckpoints } from '../store/remove.ts';
import { emptyTrash, expireTrash, readTrash, type TrashedCheckpoint } from '../store/trash.ts';
import { recordRemoval } from './record-removal.ts';
import { setMarks } from './set-marks.ts';

/** Confirms a pending checkpoint, and keeps any checkpoint from ever being pruned. */
export async function keep(repository: Repository, number: CheckpointNumber): Promise<Checkpoint> {
  const { checkpoint, before } = await setMarks(repository, number, { kept: true, pending: false });
  if (before.pending || !before.kept) {
    const effect = { kind: 'marked', before: [before] } as const;
    await recordOperation(repository, { kind: 'keep', checkpoints: [namedInLog(checkpoint)], effect });
  }
  return checkpoint;
}

interface DropOptions {
  /** Also those that were kept. */
  readonly force?: boolean;
  /** Without a stay in the trash; those that are in it go, too. */
  readonly purge?: boolean;
}

/** A checkpoint that was removed. */
export interface Dropped {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
  /** Absent for one whose note cannot be read. */
  readonly summary?: string;
}

/** Drops checkpoints; their numbers are not given out again. They stay in the trash for a while. */
export async function drop(
  repository: Repository,
  given: readonly CheckpointNumber[],
  options: DropOptions = {},
): Promise<Dropped[]> {
  const { engine, world } = repository;
  refuseMistaken(repository);
  // One checkpoint may be named twice, as by its number and by `latest`.
  const numbers = [...new Set(given)];
  const entries = await readCheckpoints(engine, numbers);
  const trashed = options.purge ? await findTrashed(engine, numbers) : [];
  const missing = numbers.find((number) => ![...entries, ...trashed].some((entry) => entry.number === number));
  if (missing !== undefined) throw new Failure('fatal', `checkpoint ${missing} does not exist; nothing was dropped`);
  if (!options.force) refuseKept(entries);
  const days = (await configOf(repository)).trashDays;
  const purge = options.purge === true || days === 0;
  await removeCheckpoints(engine, entries, { ...(await signature(repository)), purge });
  await recordRemoval(repository, { entries, inTrash: !purge });
  await emptyTrash(engine, trashed);
  if (isClockProven(engine.place, world.now())) await expireTrash(engine, { days, now: world.now() });
  return [...entries.map(droppedFrom), ...trashed.map(purgedFrom)];
}

async function findTrashed(engine: GitEngine, numbers: readonly CheckpointNumber[]): Promise<TrashedCheckpoint[]> {
  return (await readTrash(engine)).filter(({ number }) => numbers.includes(number));
}

function purgedFrom({ number, commit, note }: TrashedCheckpoint): Dropped {
  return defined({ number, commit, summary: note === undefined ? undefined : note.summary });
}

function droppedFrom(entry: Checkpoint | DamagedCheckpoint): Dropped {
  const { number, commit } = entry;
  return defined({ number, commit, summary: isDamaged(entry) ? undefined : entry.note.summary });
}

function refuseKept(entries: readonly (Checkpoint | DamagedCheckpoint)[]): void {
  const kept = entries.filter((entry) => !isDamaged(entry) && entry.note.kept).map(({ number }) => number);
  if (kept.length === 0) return;
  const what = kept.length === 1 ? `checkpoint ${kept[0]} is kept` : `checkpoints ${kept.join(', ')} are kept`;
  throw new Failure('no', `${what}; nothing was dropped`, {
    hint: `To drop ${kept.length === 1 ? 'it' : 'them'} anyway: \`git checkpoint drop --force ${kept.join(' ')}\`.`,
  });
}

function refuseMistaken(repository: Repository): void {
  const mistaken = repository.moved.find(({ taken }) => taken);
  if (mistaken === undefined) return;
  // The failure says it; once is enough.
  repository.moved.length = 0;
  throw new Failure(
    'no',
    `${mistaken.from} is another checkpoint now; the one that had this number here is ${mistaken.to}`,
    {
      hint: `Nothing was dropped. Drop ${mistaken.to}, or name the other one by its uid (\`git checkpoint show ${mistaken.from} --format=yaml\`).`,
    },
  );
}
