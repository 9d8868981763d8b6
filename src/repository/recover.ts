import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { checkpointNumber } from '../core/number.ts';
import { modifiedInSession } from '../core/session-files.ts';
import type { SessionRecord } from '../local/session-record.ts';
import { listCrashed, updateOpenSession } from '../local/session-register.ts';
import type { SaveRequest } from '../note/save-request.ts';
import { type Repository, withRepository } from '../open/repository.ts';
import { readCheckpoints } from '../store/load.ts';
import { type Verification, verify } from './compare.ts';
import { list } from './list.ts';
import { type SaveOutcome, save } from './save.ts';

/** A session that died, and what is left of it. */
export interface CrashedSession {
  readonly session: SessionRecord;
  /** How long it had run when it gave its last sign of life, in milliseconds. */
  readonly duration: number;
  /** Its newest checkpoint, when it has one that is still there. */
  readonly checkpoint?: Checkpoint;
  /** As the session itself recorded, else as its checkpoint knows. */
  readonly files: readonly string[];
  readonly worktree: WorktreeSince;
}

/** How the session's working tree compares with its newest checkpoint. */
export type WorktreeSince =
  | { readonly kind: 'same' }
  | { readonly kind: 'newer'; readonly files: number; readonly added: number; readonly removed: number }
  | { readonly kind: 'never-saved' }
  /** There is no working tree at its place any more. */
  | { readonly kind: 'gone' };

interface Crashed {
  readonly sessions: readonly CrashedSession[];
  /** Records that cannot be read. */
  readonly unreadable: readonly string[];
}

/** Finds the sessions of this repository, in all its worktrees, that began, never ended and cannot end any more. */
export async function findCrashed(repository: Repository): Promise<Crashed> {
  const { engine, world } = repository;
  const { sessions, unreadable } = listCrashed(engine.place, world.now());
  const recent = sessions.length === 0 ? [] : await list(repository, { limit: LOOK_BACK });
  const found: CrashedSession[] = [];
  for (const session of sessions) {
    const checkpoint = await newestOf(repository, session, recent);
    found.push(
      defined({
        session,
        duration: ranFor(session),
        checkpoint,
        files: filesOf(session, checkpoint),
        worktree: await compareWorktree(repository, session, checkpoint),
      }),
    );
  }
  return { sessions: found, unreadable };
}

const LOOK_BACK = 64;

/** A session that died between a save and its sign of life has a newer checkpoint than it could tell. */
async function newestOf(
  repository: Repository,
  session: SessionRecord,
  recent: readonly (Checkpoint | DamagedCheckpoint)[],
): Promise<Checkpoint | undefined> {
  const own = recent
    .filter((entry): entry is Checkpoint => !isDamaged(entry))
    .find(({ note }) => note.session?.id === session.id && note.context.worktree === session.worktree);
  if (session.checkpoint === undefined || (own !== undefined && own.number >= session.checkpoint)) return own;
  const [saved] = await readCheckpoints(repository.engine, [checkpointNumber(session.checkpoint)]);
  return saved === undefined || isDamaged(saved) ? own : saved;
}

function filesOf({ files }: SessionRecord, checkpoint: Checkpoint | undefined): readonly string[] {
  return files.length > 0 || checkpoint === undefined ? files : modifiedInSession([checkpoint.note]);
}

async function compareWorktree(
  repository: Repository,
  session: SessionRecord,
  checkpoint: Checkpoint | undefined,
): Promise<WorktreeSince> {
  const here = session.worktree === repository.engine.place.root;
  if (!here && !existsSync(join(session.worktree, '.git'))) return { kind: 'gone' };
  if (checkpoint === undefined) return { kind: 'never-saved' };
  return inWorktree(repository, session, async (there) => {
    const { same, files, added, removed }: Verification = await verify(there, checkpoint);
    return same ? { kind: 'same' } : { kind: 'newer', files, added, removed };
  });
}

function ranFor({ started, seen }: SessionRecord): number {
  return Math.max(0, Date.parse(seen) - Date.parse(started));
}

/** Saves what is in the session's working tree now, in its name, and closes its record. */
export async function saveCrashed(
  repository: Repository,
  session: SessionRecord,
  { maxGcWait }: Pick<SaveRequest, 'maxGcWait'> = {},
): Promise<SaveOutcome> {
  const { agent, id, started, transcript } = session;
  const outcome = await inWorktree(repository, session, (there) =>
    save(
      there,
      defined({
        trigger: 'recover',
        automatic: true,
        onlyIfChanged: true,
        session: defined({ agent, id, started, duration_ms: ranFor(session), transcript }),
        source: transcript === undefined ? 'none' : { agent, id, transcript },
        filesModified: session.files,
        maxGcWait,
      }),
    ),
  );
  forgetCrashed(repository, session);
  return outcome;
}

/** Closes the record of a dead session. */
export function forgetCrashed({ engine }: Repository, session: SessionRecord): void {
  updateOpenSession(engine.place, session, { open: false });
}

async function inWorktree<T>(
  repository: Repository,
  { worktree }: SessionRecord,
  work: (there: Repository) => Promise<T>,
): Promise<T> {
  if (worktree === repository.engine.place.root) return work(repository);
  return withRepository(worktree, repository.world, work);
}
