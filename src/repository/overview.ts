import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { readContextReport } from '../local/context-reports.ts';
import { listSessions } from '../local/session-register.ts';
import { findUnsaved, type Unsaved } from '../local/unsaved.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { findUnfinishedWork, type UnfinishedWork } from '../resume/unfinished-work.ts';
import { list } from './list.ts';
import { findLastUndoable, type LoggedOperation } from './operations.ts';
import { readWorkingTree, type WorkingTree } from './timeline.ts';

/** A session of an agent that has not ended. */
export interface OpenSession {
  readonly agent: string;
  readonly id: string;
  readonly contextPercent?: number;
  readonly lastSaved?: string;
}

/** How things stand in a worktree. */
export interface Overview {
  readonly here: WorkingTree;
  /** Since when and why saves by hooks fail here, where they do. */
  readonly unsaved?: Pick<Unsaved, 'since' | 'cause'>;
  /** The last seen first. */
  readonly sessions: readonly OpenSession[];
  /** Lines of work beside that of the newest checkpoint. */
  readonly otherWork: readonly UnfinishedWork[];
  /** What `undo` would undo; a restore that a crash kept out of the log has no number. */
  readonly undoable?: LoggedOperation | 'unlogged-restore';
  readonly kept: readonly CheckpointNumber[];
  readonly pending: readonly CheckpointNumber[];
  /** Only so many of the newest were looked at, because there are more. */
  readonly among?: number;
  /** The remote that checkpoints are shared with. */
  readonly remote?: string;
  /** Whether a digest of each session is sent to a model. */
  readonly llm: 'on' | 'off';
}

/** Older ones are not looked at: a status is for who waits. */
const LOOK_BACK = 16;

export async function readOverview(repository: Repository): Promise<Overview> {
  const [here, entries, { remote, llm }, undoable] = await Promise.all([
    readWorkingTree(repository),
    list(repository, { limit: LOOK_BACK, briefly: true }),
    configOf(repository),
    findLastUndoable(repository),
  ]);
  const whole = entries.filter((entry): entry is Checkpoint => !isDamaged(entry));
  const numbers = (wanted: (checkpoint: Checkpoint) => boolean) => whole.filter(wanted).map(({ number }) => number);
  const { newest } = here;
  const unsaved = findUnsaved(repository.engine.place, repository.world);
  return defined({
    here,
    unsaved: unsaved?.over ? undefined : unsaved,
    sessions: findOpenSessions(repository, whole),
    otherWork: newest === undefined ? [] : await findUnfinishedWork(repository, newest.checkpoint),
    undoable,
    kept: numbers(({ note }) => note.kept === true),
    pending: numbers(({ note }) => note.pending),
    among: entries.length === LOOK_BACK ? LOOK_BACK : undefined,
    remote: remote === '' ? undefined : remote,
    llm,
  });
}

function findOpenSessions({ engine, world }: Repository, checkpoints: readonly Checkpoint[]): OpenSession[] {
  const { sessions } = listSessions(engine.place);
  return sessions
    .filter((session) => session.open && session.worktree === engine.place.root)
    .toSorted((one, other) => (one.seen < other.seen ? 1 : -1))
    .map(({ agent, id }) =>
      defined({
        agent,
        id,
        contextPercent: readContextReport(engine.place, id, world.now())?.percent,
        lastSaved: checkpoints.find(({ note }) => note.session?.id === id)?.note.created,
      }),
    );
}
