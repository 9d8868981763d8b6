import { type Checkpoint, isDamaged, type Provenance } from '../core/checkpoint.ts';
import { judgeProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { readCheckpoints } from '../store/load.ts';
import type { NumberedCommit } from './plan-sync.ts';

const MAX_DESCRIBED = 50;

/** A checkpoint that was fetched, and whose it is. */
export interface Arrival {
  readonly checkpoint: Checkpoint;
  readonly provenance: Provenance;
}

/** The newest of what was fetched from a remote. */
export async function readArrivals(
  repository: Repository,
  received: readonly NumberedCommit[],
  remote: string,
): Promise<Arrival[]> {
  if (received.length === 0) return [];
  const numbers = received.slice(-MAX_DESCRIBED).map(({ number }) => number);
  const entries = await readCheckpoints(repository.engine, numbers);
  const judge = await judgeProvenance(repository);
  return entries.flatMap((entry) =>
    isDamaged(entry) ? [] : [{ checkpoint: entry, provenance: judge(entry, remote) }],
  );
}
