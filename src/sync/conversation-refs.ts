import type { Oid } from '../core/checkpoint.ts';
import type { MachineIdentity } from '../core/machine-identity.ts';
import type { GitEngine, RemoteCall } from '../git/engine.ts';
import { remoteEngine } from './remote-engine.ts';

/** Where conversations lie at a remote, by the commit of their checkpoint. */
export const SHARED = 'refs/checkpoint-conversations/';
/** git names each ref on a command line. */
export const BATCH = 500;

export interface ConversationExchange {
  readonly call: RemoteCall;
  readonly places: MachineIdentity;
  /** Commits of the checkpoints that the remote has. */
  readonly there: ReadonlySet<Oid>;
  readonly push: boolean;
  readonly fetch: boolean;
}

/** What the remote has, by the commits of the checkpoints. */
export async function listOffered(engine: GitEngine, call: RemoteCall): Promise<ReadonlyMap<Oid, Oid>> {
  const refs = await remoteEngine(engine).listRefs(call, [`${SHARED}*`]);
  return new Map(refs.map(({ ref, oid }) => [ref.slice(SHARED.length), oid]));
}
