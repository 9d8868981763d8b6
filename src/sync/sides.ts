import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine, Ref } from '../git/engine.ts';
import { emptyLedger, type Ledger, parseLedger } from '../store/ledger.ts';
import { CHECKPOINTS } from '../store/refs.ts';
import { readState, type StoreState } from '../store/state.ts';
import { trackingRefs } from './tracking.ts';

export type Numbered = ReadonlyMap<CheckpointNumber, Oid>;

/** What this clone holds. */
export interface LocalSide {
  readonly checkpoints: Numbered;
  readonly state: StoreState;
}

/** What a remote holds, as it was seen a moment ago. */
export interface RemoteSide {
  readonly checkpoints: Numbered;
  /** Numbers that are taken there by something that is not let in. */
  readonly withheld: readonly CheckpointNumber[];
  readonly state: StoreState;
  /** The tracking refs hold exactly this, not just a part of it. */
  readonly tracked: boolean;
}

/** A number beyond this is a mistake or malice: taking it over would leave no numbers for anybody. */
const LARGEST_BELIEVED = 100_000_000;

export async function readLocalSide(engine: GitEngine): Promise<LocalSide> {
  const [refs, state] = await Promise.all([engine.listRefs(CHECKPOINTS), readState(engine)]);
  return { checkpoints: numbered(refs), state };
}

/** The checkpoints among refs below a prefix; what is another tool's, or not to be believed, is passed over. */
export function numbered(refs: readonly Ref[], prefix = CHECKPOINTS): Map<CheckpointNumber, Oid> {
  const found = new Map<CheckpointNumber, Oid>();
  for (const { ref, oid } of refs) {
    const number = digitsFrom(ref, prefix.length);
    if (number > 0 && number <= LARGEST_BELIEVED && ref.startsWith(prefix)) found.set(number as CheckpointNumber, oid);
  }
  return found;
}

/** The number that a name ends in; 0 when there is another character. No pattern: this runs for every ref of both sides. */
function digitsFrom(name: string, start: number): number {
  let number = 0;
  for (let at = start; at < name.length; at += 1) {
    const digit = name.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9 || (digit === 0 && number === 0) || number > LARGEST_BELIEVED) return 0;
    number = number * 10 + digit;
  }
  return number;
}

/** The checkpoints that were tracked when the remote was last spoken to. */
export async function readTracked(engine: GitEngine, remote: string): Promise<Map<CheckpointNumber, Oid>> {
  const { checkpoints } = trackingRefs(remote);
  return numbered(await engine.listRefs(checkpoints), checkpoints);
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
    if (ledger.highWater <= LARGEST_BELIEVED) return ledger;
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
