import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { emptyLedger, type Ledger, parseLedger } from '../store/ledger.ts';
import { CHECKPOINTS } from '../store/refs.ts';
import { readState, type StoreState } from '../store/state.ts';
import { type CheckpointRefs, checkpointRefs, MAX_NUMBER } from './checkpoint-refs.ts';
import { trackingRefs } from './tracking.ts';

/** What this clone holds. */
export interface LocalSide {
  readonly checkpoints: CheckpointRefs;
  readonly state: StoreState;
}

/** What a remote holds, as it was seen a moment ago. */
export interface RemoteSide {
  readonly checkpoints: CheckpointRefs;
  /** Numbers that are taken there by something that is not let in. */
  readonly withheld: readonly CheckpointNumber[];
  readonly state: StoreState;
  /** The tracking refs hold exactly this, not just a part of it. */
  readonly tracked: boolean;
}

export async function readLocalSide(engine: GitEngine): Promise<LocalSide> {
  const [refs, state] = await Promise.all([engine.listRefs(CHECKPOINTS), readState(engine)]);
  return { checkpoints: checkpointRefs(refs, CHECKPOINTS), state };
}

/** The checkpoints that were tracked when the remote was last spoken to. */
export async function readTracked(engine: GitEngine, remote: string): Promise<Map<CheckpointNumber, Oid>> {
  const { checkpoints } = trackingRefs(remote);
  return checkpointRefs(await engine.listRefs(checkpoints), checkpoints);
}

/** The tracked copies of a remote's notes ref and ledger. */
export async function readTrackedState(engine: GitEngine, remote: string): Promise<StoreState> {
  const refs = trackingRefs(remote);
  const [notes, ledger] = await engine.readObjects([refs.notes, refs.ledger]);
  const tree = notes?.type === 'commit' ? parseCommit(notes.bytes)?.tree : undefined;
  return {
    ...(notes && tree !== undefined ? { notes: { commit: notes.oid, tree } } : {}),
    ledger: ledger ? { oid: ledger.oid, value: believed(ledger.bytes, remote) } : { value: emptyLedger },
  };
}

function believed(bytes: Uint8Array, remote: string): Ledger {
  try {
    const ledger = parseLedger(bytes);
    if (ledger.highWater <= MAX_NUMBER) return ledger;
  } catch (cause) {
    throw distrust(remote, cause);
  }
  throw distrust(remote, undefined);
}

function distrust(remote: string, cause: unknown): Failure {
  return new Failure('fatal', `the ledger of ‘${remote}’ is damaged; nothing was changed here`, {
    hint: `Look at it with \`git fetch ${remote} refs/checkpoint-meta/ledger && git show FETCH_HEAD\`.`,
    ...(cause === undefined ? {} : { cause }),
  });
}
