import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { emptyLedger, type Ledger, parseLedger } from '../store/ledger.ts';
import type { StoreState } from '../store/state.ts';
import { type CheckpointRefs, checkpointRefs, MAX_NUMBER } from './checkpoint-refs.ts';
import { trackingRefs } from './tracking-refs.ts';

/** The refs of ours at a remote, as they were a moment ago. */
export interface RemoteRefs {
  readonly checkpoints: CheckpointRefs;
  /** Numbers that are taken there by checkpoints that are not let in here. */
  readonly quarantined: readonly CheckpointNumber[];
  readonly state: StoreState;
  /** The remote-tracking refs hold all of this. */
  readonly tracked: boolean;
}

/** The checkpoints of the last fetch. */
export async function readTrackedCheckpoints(engine: GitEngine, remote: string): Promise<Map<CheckpointNumber, Oid>> {
  const { checkpoints } = trackingRefs(remote);
  return checkpointRefs(await engine.listRefs(checkpoints), checkpoints);
}

/** The notes ref and the ledger of the last fetch. */
export async function readTrackedState(engine: GitEngine, remote: string): Promise<StoreState> {
  const refs = trackingRefs(remote);
  const [notes, ledger] = await engine.readObjects([refs.notes, refs.ledger]);
  const tree = notes?.type === 'commit' ? parseCommit(notes.bytes)?.tree : undefined;
  return {
    ...(notes && tree !== undefined ? { notes: { commit: notes.oid, tree } } : {}),
    ledger: ledger ? { oid: ledger.oid, value: parseRemoteLedger(ledger.bytes, remote) } : { value: emptyLedger },
  };
}

function parseRemoteLedger(bytes: Uint8Array, remote: string): Ledger {
  try {
    const ledger = parseLedger(bytes);
    if (ledger.highWater <= MAX_NUMBER) return ledger;
  } catch (cause) {
    throw damagedLedger(remote, cause);
  }
  throw damagedLedger(remote, undefined);
}

function damagedLedger(remote: string, cause: unknown): Failure {
  return new Failure(
    'fatal',
    `the ledger of '${remote}' is damaged; nothing was changed here`,
    defined({
      hint: `Look at it with \`git fetch ${remote} refs/checkpoint-meta/ledger && git show FETCH_HEAD\`.`,
      cause,
    }),
  );
}
