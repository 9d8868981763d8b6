import { existsSync } from 'node:fs';
import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { isForeign, readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { findRestoredLine } from '../restore/restored-line.ts';
import { newestNumbers } from '../store/find.ts';
import { readCheckpoints } from '../store/load.ts';
import type { StoreState } from '../store/state.ts';
import { otherLines, type SessionName } from './own-line.ts';
import { latestWords } from './select-checkpoint.ts';

/** Other worktrees and branches may have saved a lot meanwhile: it is looked as far back as for the pack that the session was handed. */
const LOOK_BACK = [4, 60, 400];

/**
 * The newest checkpoints, for finding the one before. Asked for while git looks at the working tree. Words of people who were not
 * allowed are not carried on as the user's own.
 */
async function recentCheckpoints(repository: Repository, state: StoreState, count: number) {
  const { engine } = repository;
  const [entries, provenanceOf] = await Promise.all([
    newestNumbers(engine, count).then((numbers) => readCheckpoints(engine, numbers, { state })),
    readProvenance(repository),
  ]);
  const own = entries.filter((entry): entry is Checkpoint => !isDamaged(entry) && !isForeign(provenanceOf(entry)));
  return { own, isAll: entries.length < count };
}

interface LineOfWork {
  readonly worktree: string;
  readonly branch: string;
  readonly session?: SessionName;
}

/**
 * Finds the checkpoint that the next one goes on from: the newest of this worktree's branch; else, when the session moved to another
 * branch, the newest of the same session; else the one that a worktree of this branch left when it went or was moved. Nothing is
 * carried over from another line of work, nor from a session that works beside this one. The newest checkpoint of all is read at once, while git looks at the working tree, and
 * nearly always it is the one.
 */
export function predecessorFinder(
  repository: Repository,
  state: StoreState,
): (here: LineOfWork) => Promise<Checkpoint | undefined> {
  const newest = recentCheckpoints(repository, state, 1);
  // Thrown below, where it is awaited.
  newest.catch(() => undefined);
  return async (here) => {
    const isHere = ({ note }: Checkpoint) =>
      note.context.worktree === here.worktree && note.context.branch === here.branch;
    const isOfSession = ({ note }: Checkpoint) =>
      note.context.worktree === here.worktree && here.session !== undefined && note.session?.id === here.session.id;
    const isOther = otherLines(repository.engine.place, here.session);
    const [last] = (await newest).own;
    if (last !== undefined && !isOther(last) && isHere(last) && last.note.trigger !== 'recover')
      return afterRestore(repository, last);
    const isLeft = ({ note }: Checkpoint) =>
      note.context.branch === here.branch && mayContinueIn(here.worktree, note.context.worktree);
    let ofSession: Checkpoint | undefined;
    let left: Checkpoint | undefined;
    for (const count of LOOK_BACK) {
      const { own: all, isAll } = await recentCheckpoints(repository, state, count);
      const own = all.filter((checkpoint) => !isOther(checkpoint));
      const found = latestWords(own.filter(isHere));
      if (found !== undefined) return afterRestore(repository, found);
      ofSession ??= own.find(isOfSession);
      left ??= latestWords(own.filter(isLeft));
      if (isAll) break;
    }
    const found = ofSession ?? left;
    return found && afterRestore(repository, found);
  };
}

/** What was known when the restored tree was saved holds again; what was known of the tree before it is in its own checkpoint. */
async function afterRestore(repository: Repository, newest: Checkpoint): Promise<Checkpoint> {
  const restored = await findRestoredLine(repository, newest);
  return restored?.trusted ? restored.checkpoint : newest;
}

/** A worktree that is gone, or of another machine, leaves its work to whoever takes it up. */
export function mayContinueIn(root: string, worktree: string): boolean {
  return worktree === root || worktree === '' || !existsSync(worktree);
}
