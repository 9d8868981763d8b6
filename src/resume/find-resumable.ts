import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { WorktreeStatus } from '../git/engine.ts';
import { branchOrigin } from '../git/files/reflog.ts';
import { isForeign, readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { findRestoredLine } from '../restore/restored-line.ts';
import { newestNumbers } from '../store/find.ts';
import { loadCheckpoint, readCheckpoints } from '../store/load.ts';
import { type Contents, readContents } from './checkpoint-contents.ts';
import { mayContinueIn } from './line-of-work.ts';
import { otherLines, type SessionName } from './own-line.ts';
import {
  closeness,
  describeNamed,
  describeRestored,
  describeUnreadable,
  type Selection,
  type Standpoint,
  selectCheckpoint,
  selectInLine,
} from './select-checkpoint.ts';

/** A checkpoint to resume from, and what is known of it by now. */
interface Found extends Selection {
  readonly contents: Promise<Contents>;
}

interface Search {
  readonly status: Promise<WorktreeStatus>;
  /** Not one that another worktree of this machine made. */
  readonly ownOnly: boolean;
  /** Only of the line of work of this session, whatever the branch. */
  readonly session?: SessionName;
}

/** A checkpoint that was asked for: also one whose note is damaged, and one of somebody else, which is said. */
export async function findNumbered(repository: Repository, number: CheckpointNumber): Promise<Found> {
  const { engine } = repository;
  const [entry] = await readCheckpoints(engine, [number]);
  const checkpoint = readable(entry) ?? (await loadCheckpoint(engine, number));
  const why = describeNamed(checkpoint, await standpoint(repository));
  return defined({ checkpoint, why, contents: readContents(repository.engine, checkpoint) });
}

const ROUNDS = [1, 8, 60, 400];

/** Reads from the newest on, more each time, until one of this branch and worktree is found. */
export async function findHere(repository: Repository, search: Search): Promise<Found | undefined> {
  const { engine } = repository;
  const { status } = search;
  let found: Checkpoint[] = [];
  let unreadable: CheckpointNumber[] = [];
  let guess: Found | undefined;
  const isOurs = await mayTakeUp(repository, search);
  for (const limit of ROUNDS) {
    const numbers = await newestNumbers(engine, limit);
    const entries = await readCheckpoints(engine, numbers);
    unreadable = entries.filter((entry) => readable(entry) === undefined).map(({ number }) => number);
    found = entries
      .map(readable)
      .filter((checkpoint) => checkpoint !== undefined)
      .filter(isOurs);
    // The newest is nearly always the one: its files are read while git looks for changes.
    guess ??= found[0] && withContents(repository, { checkpoint: found[0] });
    const here = await standpoint(repository, await status);
    const isEnough = search.session === undefined ? isPlain : here.isTrusted;
    if (numbers.length < limit || found.some((one) => isEnough(one, here))) break;
  }
  const here = await standpoint(repository, await status);
  const selection = search.session === undefined ? selectCheckpoint(found, here) : selectInLine(found, here);
  if (selection === undefined) return undefined;
  return withContents(repository, await afterRestore(repository, besides(selection, unreadable)), guess);
}

/** Tells which checkpoints may be taken up unasked. */
async function mayTakeUp(
  repository: Repository,
  { ownOnly, session }: Search,
): Promise<(checkpoint: Checkpoint) => boolean> {
  const provenanceOf = await readProvenance(repository);
  const { place } = repository.engine;
  const isOther = otherLines(place, session);
  return (checkpoint) =>
    !isForeign(provenanceOf(checkpoint)) &&
    !isOther(checkpoint) &&
    (!ownOnly || mayContinueIn(place.root, checkpoint.note.context.worktree));
}

/** Of this branch and worktree, and as young as its number: what was recovered may be older. */
function isPlain(checkpoint: Checkpoint, here: Standpoint): boolean {
  return closeness(checkpoint, here) === 3 && checkpoint.note.trigger !== 'recover';
}

function besides(selection: Selection, unreadable: readonly CheckpointNumber[]): Selection {
  const newer = unreadable.filter((number) => number > selection.checkpoint.number);
  return newer.length === 0 ? selection : withReason(selection, describeUnreadable(newer));
}

function withReason({ checkpoint, why }: Selection, more: string): Selection {
  return { checkpoint, why: why === undefined ? more : `${why} ${more}` };
}

/** After a restore the newest checkpoint holds what the user went away from: the one that was restored is taken. */
async function afterRestore(repository: Repository, selection: Selection): Promise<Selection> {
  const restored = await findRestoredLine(repository, selection.checkpoint);
  if (restored === undefined) return selection;
  const { checkpoint, trusted } = restored;
  const said = describeRestored({ number: checkpoint.number, taken: trusted }, selection.checkpoint);
  return withReason({ ...selection, checkpoint: trusted ? checkpoint : selection.checkpoint }, said);
}

function withContents(repository: Repository, selection: Selection, guess?: Found): Found {
  if (guess?.checkpoint.number === selection.checkpoint.number) return { ...guess, ...selection };
  const contents = readContents(repository.engine, selection.checkpoint);
  // Awaited only where it is of use.
  contents.catch(() => undefined);
  return { ...selection, contents };
}

/** A checkpoint whose note is damaged still says what its commit message holds. */
export function readable(entry: Checkpoint | DamagedCheckpoint | undefined): Checkpoint | undefined {
  return entry !== undefined && isDamaged(entry) ? entry.rescued : entry;
}

async function standpoint(
  repository: Repository,
  { branch = '', head }: Partial<WorktreeStatus> = {},
): Promise<Standpoint> {
  const { engine } = repository;
  const provenanceOf = await readProvenance(repository);
  const origin = branch === '' ? undefined : branchOrigin(engine.place, branch);
  const isTrusted = (checkpoint: Checkpoint) => provenanceOf(checkpoint).trusted;
  return defined({ branch, head, origin, worktree: engine.place.root, isTrusted });
}
