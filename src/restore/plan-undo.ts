import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { editTree, type Leaf } from '../git/edit-tree.ts';
import { comparingLimits, type Repository } from '../open/repository.ts';
import { type Snapshot, takeSnapshot } from '../snapshot/take-snapshot.ts';
import { findAlreadyThere } from './already-there.ts';
import { currentIndex } from './index-plan.ts';
import {
  findRestore,
  type NamedCheckpoint,
  type RestoreJournal,
  readLastRestore,
  type SessionChange,
} from './journal.ts';
import { planTowards, type RestorePlan } from './plan.ts';
import type { RestoreRequest } from './request.ts';
import { findJournaled } from './restored-line.ts';

export interface UndoPlan extends RestorePlan {
  /** No file that the restore wrote or deleted was edited since: undoing goes behind no later work. */
  readonly untouched: boolean;
}

export interface UndoRequest extends Pick<RestoreRequest, 'force' | 'forcePaths'> {
  /** The restore to take back, by what it saved first, and its operation; absent: the last one of this working tree. */
  readonly restore?: { readonly safety: string; readonly operation: number };
}

/** Plans to take a restore back: its files become what they were, later edits of other files stay. */
export async function planUndo(repository: Repository, request: UndoRequest = {}): Promise<UndoPlan> {
  const { engine } = repository;
  const last = loadRestore(engine.place, request.restore?.safety);
  const isLatest = readLastRestore(engine.place)?.safety.uid === last.safety.uid;
  const checkpoint = await loadSafety(repository, last.safety);
  const now = await lookAgain(repository, last);
  const before = new Map(last.steps.map(({ path, from }): [string, Leaf | undefined] => [path, from]));
  // A file that the restore made goes, although the rules that come back may ignore it.
  const certain = new Set(before.keys());
  const wanted = { tree: await editTree(engine, now.tree, before), unknown: new Set<string>(), certain };
  const staged = last.index !== undefined;
  const plan = await planTowards(repository, { checkpoint, now, wanted, request: { ...request, staged } });
  const index = staged ? await planIndexBack(repository, last, now) : {};
  return {
    ...plan,
    kind: last.kind === 'undo' ? 'redo' : 'undo',
    subject: last.checkpoint,
    // Behind a later restore, the tree becomes nothing that was saved.
    ...(isLatest ? { goesOn: last.safety } : {}),
    ...(request.restore === undefined ? {} : { undoes: request.restore.operation }),
    conflicts: [],
    untouched: await isUntouched(repository, last, now.tree),
    ...index,
    ...(last.sessions && { sessions: turned(last.sessions) }),
  };
}

function loadRestore(place: RepositoryPaths, safety: string | undefined): RestoreJournal {
  const journal = safety === undefined ? readLastRestore(place) : findRestore(place, safety);
  if (journal !== undefined) return journal;
  if (safety !== undefined) throw new Failure('no', 'the record of this restore is gone');
  throw new Failure('no', 'there is no restore to undo in this working tree', {
    hint: 'To go back to a checkpoint, use `git checkpoint restore`.',
  });
}

function turned({ after, before }: SessionChange): SessionChange {
  return defined({ after: before, before: after });
}

/** The working tree with what the restore wrote, also where that is ignored or excluded by now, unless it was edited since. */
async function lookAgain(repository: Repository, last: RestoreJournal): Promise<Snapshot> {
  const { engine } = repository;
  const limits = await comparingLimits(repository);
  const now = await takeSnapshot(engine, limits);
  if (now.tree === last.to) return now;
  const captured = new Set((await engine.listTree(now.tree)).map(({ path }) => path));
  const hidden = last.steps.filter(({ path, to }) => to !== undefined && !captured.has(path));
  const also = await findAlreadyThere(
    engine,
    hidden.map((step) => ({ ...step, action: 'create' })),
  );
  return also.size === 0 ? now : takeSnapshot(engine, { ...limits, also });
}

/** Asks the journal, not the tree that the restore led to: of a restore of some paths no ref holds it, and a gc may take it. */
async function isUntouched({ engine }: Repository, last: RestoreJournal, now: Oid): Promise<boolean> {
  if (now === last.to) return true;
  const there = new Map((await engine.listTree(now)).map(({ path, ...leaf }) => [path, leaf]));
  return last.steps.every(({ path, to }) => {
    const leaf = there.get(path);
    return leaf?.oid === to?.oid && leaf?.mode === to?.mode;
  });
}

async function planIndexBack({ engine }: Repository, last: RestoreJournal, now: RestorePlan['now']) {
  const from = await currentIndex(engine, now);
  const to = last.index?.from ?? from;
  return from === to ? {} : { index: { kind: 'write' as const, from, to } };
}

async function loadSafety(repository: Repository, safety: NamedCheckpoint): Promise<Checkpoint> {
  const checkpoint = await findJournaled(repository, safety);
  if (checkpoint !== undefined) return checkpoint;
  throw new Failure('fatal', `checkpoint ${safety.number}, which held what was there before, was dropped`, {
    hint: 'Without it the restore cannot be undone.',
  });
}
