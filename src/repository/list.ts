import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import type { Trigger } from '../core/note.ts';
import { readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { newestNumbers } from '../store/find.ts';
import { readCheckpoints } from '../store/load.ts';

export interface ListOptions {
  readonly limit?: number;
  readonly branch?: string;
  readonly trigger?: Trigger;
  readonly session?: string;
  readonly pending?: boolean;
  /** Without what names files one by one. */
  readonly briefly?: boolean;
}

/** Checkpoints, newest first. A damaged one is listed with what is wrong and hides no other. */
export async function list(
  repository: Repository,
  options: ListOptions = {},
): Promise<(Checkpoint | DamagedCheckpoint)[]> {
  const limit = options.limit ?? Number.MAX_SAFE_INTEGER;
  const filtered =
    options.branch !== undefined || options.trigger !== undefined || options.session !== undefined || options.pending;
  const numbers = await newestNumbers(repository.engine, filtered ? Number.MAX_SAFE_INTEGER : limit);
  const [entries, provenanceOf] = await Promise.all([
    readCheckpoints(repository.engine, numbers, { briefly: options.briefly === true }),
    readProvenance(repository),
  ]);
  return entries
    .filter((entry) => matches(entry, options))
    .slice(0, limit)
    .map((entry) => (isDamaged(entry) ? entry : { ...entry, provenance: provenanceOf(entry) }));
}

function matches(entry: Checkpoint | DamagedCheckpoint, options: ListOptions): boolean {
  const { branch, trigger, session, pending } = options;
  if (isDamaged(entry)) return branch === undefined && trigger === undefined && session === undefined && !pending;
  const { note } = entry;
  return (
    (branch === undefined || note.context.branch === branch) &&
    (trigger === undefined || note.trigger === trigger) &&
    (session === undefined || note.session?.id === session) &&
    (!pending || note.pending)
  );
}
