import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { editTree, type Leaf } from '../git/edit-tree.ts';
import type { GitEngine } from '../git/engine.ts';
import { comparingLimits, type Repository } from '../open/repository.ts';
import { takeNestedSnapshot } from '../snapshot/capture-nested.ts';
import type { FilesSnapshot } from '../snapshot/snapshot-of-files.ts';
import { takeSnapshot } from '../snapshot/take-snapshot.ts';
import { findAlreadyThere } from './already-there.ts';
import { combineParts } from './combine-parts.ts';
import { currentIndex } from './index-plan.ts';
import {
  findRestore,
  type NamedCheckpoint,
  type RestoredFiles,
  type RestoredNested,
  type RestoreJournal,
  readLastRestore,
  type SessionChange,
} from './journal.ts';
import { findHeadDistance } from './losses.ts';
import { type RestorePlan, termsOf } from './plan.ts';
import { pathsInside, planFiles, type Terms } from './plan-files.ts';
import type { PlannedPart } from './plan-part.ts';
import type { LeftAlone } from './plan-target.ts';
import type { RestoreRequest } from './request.ts';
import { findJournaled } from './restored-line.ts';

export interface UndoPlan extends RestorePlan {
  /** No file that the restore wrote or deleted was edited since: undoing goes behind no later work. */
  readonly untouched: boolean;
}

interface UndoRequest extends Pick<RestoreRequest, 'force' | 'forcePaths'> {
  /** The restore to take back, by what it saved first, and its operation; absent: the last one of this working tree. */
  readonly restore?: { readonly safety: string; readonly operation: number };
}

/** Plans to take a restore back: its files become what they were, later edits of other files stay. */
export async function planUndo(repository: Repository, request: UndoRequest = {}): Promise<UndoPlan> {
  const { engine } = repository;
  const last = loadRestore(engine.place, request.restore?.safety);
  const isLatest = readLastRestore(engine.place)?.safety.uid === last.safety.uid;
  const checkpoint = await loadSafety(repository, last.safety);
  const limits = await comparingLimits(repository);
  const staged = [last, ...(last.nested ?? [])].some(({ index }) => index !== undefined);
  const terms = await termsOf(repository, checkpoint, { ...request, staged });
  const now = await lookAgain(engine, last, (also) => takeSnapshot(engine, defined({ ...limits, also })));
  const repositories = now.nested.map(({ path }) => path);
  const outer = await partBack(engine, last, { checkpoint, terms, now, repositories });
  const nested = await nestedBack(repository, last.nested ?? [], { checkpoint, terms, repositories });
  return defined({
    ...combineParts(outer, nested),
    checkpoint,
    now,
    tree: outer.tree,
    distance: await findHeadDistance(engine, checkpoint.base, now.status.head),
    kind: last.kind === 'undo' ? 'redo' : 'undo',
    subject: last.checkpoint,
    // Behind a later restore, the tree becomes nothing that was saved.
    goesOn: isLatest ? last.safety : undefined,
    undoes: request.restore === undefined ? undefined : request.restore.operation,
    untouched: [outer, ...nested.parts].every((part) => part.untouched),
    sessions: last.sessions && turned(last.sessions),
  });
}

interface PartBack extends PlannedPart {
  readonly untouched: boolean;
}

/** The way back in one repository. */
async function partBack(
  engine: GitEngine,
  last: RestoredFiles,
  aim: {
    readonly checkpoint: Checkpoint;
    readonly terms: Terms;
    readonly now: FilesSnapshot;
    readonly repositories: readonly string[];
  },
): Promise<PartBack> {
  const { now, terms } = aim;
  const before = new Map(last.steps.map(({ path, from }): [string, Leaf | undefined] => [path, from]));
  // A file that the restore made goes, although the rules that come back may ignore it.
  const certain = new Set(before.keys());
  const wanted = { tree: await editTree(engine, now.tree, before), unknown: new Set<string>(), certain };
  const isStaged = last.index !== undefined;
  const plan = await planFiles(engine, { ...aim, terms: { ...terms, staged: isStaged }, wanted });
  const index = isStaged ? await planIndexBack(engine, last, now) : {};
  return { ...plan, ...index, conflicts: [], untouched: await isUntouched(engine, last, now.tree) };
}

/** The way back in the repositories inside of the working tree. One that is gone stays so. */
async function nestedBack(
  repository: Repository,
  restored: readonly RestoredNested[],
  aim: { readonly checkpoint: Checkpoint; readonly terms: Terms; readonly repositories: readonly string[] },
) {
  const limits = await comparingLimits(repository);
  const parts: (PartBack & { readonly path: string })[] = [];
  const kept: LeftAlone[] = [];
  for (const last of restored) {
    const { path } = last;
    const engine = await repository.engine.openNested(path);
    if (typeof engine === 'string') {
      kept.push({ path, why: engine === 'absent' ? 'repository-gone' : 'repository-closed' });
      continue;
    }
    const take = (also?: ReadonlySet<string>) =>
      takeNestedSnapshot(engine, path, defined({ ...limits, alsoInside: also && new Map([[path, also]]) }));
    try {
      const now = await lookAgain(engine, last, take);
      const terms = { ...aim.terms, forced: new Set(pathsInside([...aim.terms.forced], path)) };
      const repositories = pathsInside(aim.repositories, path);
      parts.push({ ...(await partBack(engine, last, { ...aim, terms, now, repositories })), path });
    } finally {
      await engine.close();
    }
  }
  return { parts, kept };
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
async function lookAgain<Taken extends FilesSnapshot>(
  engine: GitEngine,
  last: RestoredFiles,
  take: (also?: ReadonlySet<string>) => Promise<Taken>,
): Promise<Taken> {
  const now = await take();
  if (now.tree === last.to) return now;
  const captured = new Set((await engine.listTree(now.tree)).map(({ path }) => path));
  const hidden = last.steps.filter(({ path, to }) => to !== undefined && !captured.has(path));
  const also = await findAlreadyThere(
    engine,
    hidden.map((step) => ({ ...step, action: 'create' })),
  );
  return also.size === 0 ? now : take(also);
}

/** Asks the journal, not the tree that the restore led to: of a restore of some paths no ref holds it, and a gc may take it. */
async function isUntouched(engine: GitEngine, last: RestoredFiles, now: Oid): Promise<boolean> {
  if (now === last.to) return true;
  const there = new Map((await engine.listTree(now)).map(({ path, ...leaf }) => [path, leaf]));
  return last.steps.every(({ path, to }) => {
    const leaf = there.get(path);
    return leaf?.oid === to?.oid && leaf?.mode === to?.mode;
  });
}

async function planIndexBack(engine: GitEngine, last: RestoredFiles, now: FilesSnapshot) {
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
