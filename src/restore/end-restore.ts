import { join } from 'node:path';
import type { TreeChange } from '../core/tree-change.ts';
import { diskPath, obstacleFinder } from '../git/disk-path.ts';
import type { GitEngine } from '../git/engine.ts';
import { fingerprintOf } from '../local/fingerprint.ts';
import { removeScratch, scratchPath } from '../local/scratch.ts';
import { applyMoves, type Move, removeCopiesBeside } from './apply-moves.ts';
import type { JournalStep, RestoredFiles } from './journal.ts';
import { type Claim, differencesFrom } from './prove-tree.ts';
import { isSameFile } from './same-file.ts';

export interface EndedRestore {
  readonly written: number;
  readonly deleted: number;
  /** Paths that are neither what was there before nor what was to come: somebody changed them since, and they stay. */
  readonly edited: readonly string[];
  readonly differences: readonly TreeChange[];
}

/**
 * Brings the files of one repository to one of the two ends of a restore that was cut off. Each path is told by what is on the disk now, so it does not matter
 * where the restore stopped, nor whether an earlier settling was cut off as well.
 */
export async function endRestore(engine: GitEngine, journal: RestoredFiles, end: 'new' | 'old'): Promise<EndedRestore> {
  const scratch = scratchPath(engine.place, 'restore-');
  const folders = { old: join(scratch, 'old'), new: join(scratch, 'new') };
  try {
    const { steps, from } = journal;
    await engine.worktree.checkoutFiles(from, folders.old, pathsOf(steps, 'from'));
    await stageNew(engine, { journal, end, folder: folders.new });
    const { root, prefix } = engine.place;
    removeCopiesBeside(root, pathsOf(steps, 'to'));
    const { moves, edited } = movesTo(root, steps, { end, folders });
    applyMoves({ root, staged: folders[end], moves, standing: prefix.replace(/\/$/, '') });
    const written = moves.filter(({ writes }) => writes).length;
    const differences = await differencesFrom(engine, await claimOf(engine, journal, end));
    return { written, deleted: moves.length - written, edited, differences };
  } finally {
    removeScratch(scratch);
  }
}

/**
 * Prepares what the restore was to bring. On the way back that only tells its files from later edits; where git has collected it
 * meanwhile, files in doubt stay and are named.
 */
async function stageNew(
  engine: GitEngine,
  request: { readonly journal: RestoredFiles; readonly end: 'new' | 'old'; readonly folder: string },
): Promise<void> {
  try {
    await engine.worktree.checkoutFiles(request.journal.to, request.folder, pathsOf(request.journal.steps, 'to'));
  } catch (error) {
    if (request.end === 'new') throw error;
  }
}

async function claimOf(engine: GitEngine, journal: RestoredFiles, end: 'new' | 'old'): Promise<Claim> {
  const tree = end === 'new' ? journal.to : journal.from;
  const touched = journal.steps.map(({ path }) => path);
  // The index may have been changed already: then what was tracked may be untracked now, and every file of the tree counts.
  const files = journal.index === undefined ? [] : (await engine.listTree(tree)).map(({ path }) => path);
  return {
    tree,
    touched,
    untracked: [...journal.untracked, ...files],
    unreadable: new Set(journal.unreadable),
  };
}

function pathsOf(steps: readonly JournalStep[], side: 'from' | 'to'): string[] {
  return steps.filter((step) => step[side] !== undefined).map(({ path }) => path);
}

interface Ends {
  readonly end: 'new' | 'old';
  readonly folders: { readonly old: string; readonly new: string };
}

function movesTo(root: string, steps: readonly JournalStep[], { end, folders }: Ends) {
  const obstacle = obstacleFinder(root);
  const moves: Move[] = [];
  const edited: string[] = [];
  for (const step of steps) {
    const { path } = step;
    const expected = obstacle(path) === undefined ? fingerprintOf(diskPath(root, path)) : undefined;
    const same = (side: 'old' | 'new') => isSameFile(diskPath(root, path), diskPath(folders[side], path));
    const state = stateOf(step, expected, same);
    const writes = (end === 'new' ? step.to : step.from) !== undefined;
    if (state === 'other') edited.push(path);
    else if (state !== end && (writes || state !== 'absent')) moves.push({ path, writes, expected });
  }
  return { moves, edited };
}

function stateOf(
  step: JournalStep,
  stamp: string | undefined,
  same: (side: 'old' | 'new') => boolean,
): 'old' | 'new' | 'absent' | 'other' {
  if (stamp === undefined) return 'absent';
  if (stamp === step.stamp || same('old')) return 'old';
  return same('new') ? 'new' : 'other';
}
