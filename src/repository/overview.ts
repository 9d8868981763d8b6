import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { readContextReport } from '../local/context-reports.ts';
import { listSessions } from '../local/session-register.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { list } from './list.ts';
import { readWorkingTree, type WorkingTree } from './timeline.ts';

/** How things stand in a worktree. */
export interface Overview {
  readonly here: WorkingTree;
  /** The agent session that was last seen here and has not ended. */
  readonly session?: {
    readonly agent: string;
    readonly id: string;
    readonly contextPercent?: number;
    readonly lastSaved?: string;
  };
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
const LOOK_BACK = 256;

export async function readOverview(repository: Repository): Promise<Overview> {
  const [here, entries, { remote, llm }] = await Promise.all([
    readWorkingTree(repository),
    list(repository, { limit: LOOK_BACK, briefly: true }),
    configOf(repository),
  ]);
  const whole = entries.filter((entry): entry is Checkpoint => !isDamaged(entry));
  const numbers = (wanted: (checkpoint: Checkpoint) => boolean) => whole.filter(wanted).map(({ number }) => number);
  return defined({
    here,
    session: findOpenSession(repository, whole),
    kept: numbers(({ note }) => note.kept === true),
    pending: numbers(({ note }) => note.pending),
    among: entries.length === LOOK_BACK ? LOOK_BACK : undefined,
    remote: remote === '' ? undefined : remote,
    llm,
  });
}

function findOpenSession(
  { engine, world }: Repository,
  checkpoints: readonly Checkpoint[],
): Overview['session'] | undefined {
  const open = listSessions(engine.place).sessions.filter(
    ({ open, worktree }) => open && worktree === engine.place.root,
  );
  const last = open.toSorted((one, other) => (one.seen < other.seen ? 1 : -1))[0];
  if (last === undefined) return undefined;
  const saved = checkpoints.find(({ note }) => note.session?.id === last.id);
  return defined({
    agent: last.agent,
    id: last.id,
    contextPercent: readContextReport(engine.place, last.id, world.now())?.percent,
    lastSaved: saved?.note.created,
  });
}
