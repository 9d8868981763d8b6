import type { Oid } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine, Ref, RemoteCall } from '../git/engine.ts';
import { CHECKPOINTS, LEDGER, NOTES, refOf } from '../store/refs.ts';
import { checkpointRefs, sameRefs } from './checkpoint-refs.ts';
import { fetchSound } from './fetch-sound.ts';
import { readQuarantine } from './quarantine.ts';
import { remoteEngine } from './remote-engine.ts';
import { type RemoteRefs, readTrackedCheckpoints, readTrackedState } from './remote-refs.ts';
import { allRefspecs, trackingRefOf } from './tracking-refs.ts';

/** Fetches everything of ours into the remote-tracking refs, in one connection. */
export async function fetchAll(engine: GitEngine, call: RemoteCall): Promise<RemoteRefs> {
  const quarantined = readQuarantine(engine, call.remote).map(({ number }) => number);
  const refspecs = allRefspecs(call.remote, quarantined);
  const outcome = await remoteEngine(engine).fetch(call, { refspecs, prune: true });
  if (outcome.kind === 'damaged') {
    const advertised = await listAdvertised(engine, call);
    const ours = [...advertised.checkpoints].map(([number, oid]) => ({ ref: refOf(number), oid }));
    await fetchSound(engine, call, [...advertised.meta, ...ours]);
    return readRemoteRefs(engine, call, advertised);
  }
  return readRemoteRefs(engine, call);
}

/** Lists the remote's refs, and fetches no checkpoint but those named. */
export async function fetchNamed(
  engine: GitEngine,
  call: RemoteCall,
  wanted: readonly CheckpointNumber[],
): Promise<RemoteRefs> {
  const advertised = await listAdvertised(engine, call);
  await pruneMeta(engine, call, advertised);
  const asked = wanted.flatMap((number) => {
    const oid = advertised.checkpoints.get(number);
    return oid === undefined ? [] : [{ ref: refOf(number), oid }];
  });
  await fetchSound(engine, call, [...advertised.meta, ...asked]);
  return readRemoteRefs(engine, call, advertised);
}

/** The refs of ours that a remote advertises. */
interface AdvertisedRefs {
  readonly checkpoints: Map<CheckpointNumber, Oid>;
  /** The notes ref and the ledger, where they exist. */
  readonly meta: readonly Ref[];
}

async function listAdvertised(engine: GitEngine, call: RemoteCall): Promise<AdvertisedRefs> {
  const refs = await remoteEngine(engine).listRefs(call, [`${CHECKPOINTS}*`, NOTES, LEDGER]);
  const meta = refs.filter(({ ref }) => ref === NOTES || ref === LEDGER);
  return { checkpoints: checkpointRefs(refs, CHECKPOINTS), meta };
}

/** The remote's refs as it advertises them, or else as they were just fetched. */
async function readRemoteRefs(engine: GitEngine, call: RemoteCall, advertised?: AdvertisedRefs): Promise<RemoteRefs> {
  const quarantined = readQuarantine(engine, call.remote).map(({ number }) => number);
  const state = await readTrackedState(engine, call.remote);
  const copies = await readTrackedCheckpoints(engine, call.remote);
  const checkpoints = advertised?.checkpoints ?? copies;
  for (const number of quarantined) for (const list of [checkpoints, copies]) list.delete(number);
  return { checkpoints, quarantined, state, tracked: sameRefs(checkpoints, copies) };
}

/** Prunes the remote-tracking refs of notes and ledger. */
async function pruneMeta(engine: GitEngine, call: RemoteCall, { meta }: AdvertisedRefs): Promise<void> {
  const gone = [NOTES, LEDGER].filter((name) => !meta.some(({ ref }) => ref === name));
  const refs = gone.map((ref) => trackingRefOf(call.remote, ref));
  const tracked = await engine.resolveRefs(refs);
  const deletes = refs.flatMap((ref, at) => (tracked[at] === undefined ? [] : [{ ref, old: tracked[at] }]));
  if (deletes.length > 0) await engine.moveRefs([deletes]);
}
