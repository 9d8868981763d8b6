import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine, Ref, RemoteCall, RemoteEngine } from '../git/engine.ts';
import { CHECKPOINTS, LEDGER, NOTES, numberOf, refOf } from '../store/refs.ts';
import { checkpointRefs, sameRefs } from './checkpoint-refs.ts';
import { quarantine, readQuarantine } from './quarantine.ts';
import { type RemoteRefs, readTrackedCheckpoints, readTrackedState } from './remote-refs.ts';
import { allRefspecs, refspecOf, trackingRefs } from './tracking-refs.ts';

export function remoteEngine(engine: GitEngine): RemoteEngine {
  if (engine.remote !== undefined) return engine.remote;
  throw new Failure('fatal', `the ${engine.name} engine cannot speak to a remote`, {
    hint: 'Install git, or set `checkpoint.engine` to native.',
  });
}

/** Brings everything new of a remote into the tracking refs, in one connection. */
export async function contactAll(engine: GitEngine, call: RemoteCall): Promise<RemoteRefs> {
  const quarantined = readQuarantine(engine, call.remote).map(({ number }) => number);
  const refspecs = allRefspecs(call.remote, quarantined);
  const outcome = await remoteEngine(engine).fetch(call, { refspecs, prune: true });
  if (outcome.kind === 'damaged') {
    const seen = await look(engine, call);
    const ours = [...seen.checkpoints].map(([number, oid]) => ({ ref: refOf(number), oid }));
    await fetchSoundOnes(engine, call, [...seen.meta, ...ours]);
    return sideFrom(engine, call, seen);
  }
  return sideFrom(engine, call);
}

/** Asks a remote what it has, and fetches no checkpoint but those named: what others have made is not downloaded. */
export async function contactSome(
  engine: GitEngine,
  call: RemoteCall,
  wanted: readonly CheckpointNumber[],
): Promise<RemoteRefs> {
  const seen = await look(engine, call);
  await dropVanished(engine, call, seen);
  const asked = wanted.flatMap((number) => {
    const oid = seen.checkpoints.get(number);
    return oid === undefined ? [] : [{ ref: refOf(number), oid }];
  });
  await fetchSoundOnes(engine, call, [...seen.meta, ...asked]);
  return sideFrom(engine, call, seen);
}

/** What a remote says that it has. */
interface Seen {
  readonly checkpoints: Map<CheckpointNumber, Oid>;
  /** Notes and ledger, as far as they are there. */
  readonly meta: readonly Ref[];
}

async function look(engine: GitEngine, call: RemoteCall): Promise<Seen> {
  const refs = await remoteEngine(engine).listRefs(call, [`${CHECKPOINTS}*`, NOTES, LEDGER]);
  const meta = refs.filter(({ ref }) => ref === NOTES || ref === LEDGER);
  return { checkpoints: checkpointRefs(refs, CHECKPOINTS), meta };
}

/** Branches come first; leaving tags out only means that more is searched. */
const MOST_ASKED = 500;

/**
 * Refs and commits that a remote has: the tracking branches. Where nothing of ours has ever been, those may be of another place that had
 * this name before: there only what it says itself counts, as far as it is here.
 */
export async function branchesThere(engine: GitEngine, call: RemoteCall, side: RemoteRefs): Promise<string[]> {
  if (side.state.ledger.oid !== undefined) return [`refs/remotes/${call.remote}/`];
  const refs = await remoteEngine(engine).listRefs(call, ['refs/heads/*', 'refs/tags/*']);
  const asked = [...new Set(refs.map(({ oid }) => oid))].slice(0, MOST_ASKED);
  const missing = new Set(asked.length === 0 ? [] : await engine.missingObjects(asked));
  return asked.filter((oid) => !missing.has(oid));
}

/** The remote's side by what it says, or else by the tracking refs alone. */
async function sideFrom(engine: GitEngine, call: RemoteCall, seen?: Seen): Promise<RemoteRefs> {
  const quarantined = readQuarantine(engine, call.remote).map(({ number }) => number);
  const state = await readTrackedState(engine, call.remote);
  const copies = await readTrackedCheckpoints(engine, call.remote);
  const checkpoints = seen?.checkpoints ?? copies;
  for (const number of quarantined) for (const list of [checkpoints, copies]) list.delete(number);
  return { checkpoints, quarantined, state, tracked: sameRefs(checkpoints, copies) };
}

/** A tracking copy of notes or ledger whose original is gone must not be taken for the original. */
async function dropVanished(engine: GitEngine, call: RemoteCall, { meta }: Seen): Promise<void> {
  const tracking = trackingRefs(call.remote);
  const gone = [
    [NOTES, tracking.notes],
    [LEDGER, tracking.ledger],
  ].filter(([original]) => !meta.some(({ ref }) => ref === original));
  const copies = gone.map(([, copy]) => copy ?? '');
  const tracked = await engine.resolveRefs(copies);
  const deletes = copies.flatMap((ref, at) => (tracked[at] === undefined ? [] : [{ ref, old: tracked[at] }]));
  if (deletes.length > 0) await engine.moveRefs([deletes]);
}

/** Fetches refs that are not tracked yet; halves the group when something in it is damaged, until the damaged ones stand alone. */
async function fetchSoundOnes(engine: GitEngine, call: RemoteCall, refs: readonly Ref[]): Promise<void> {
  const bad = new Set(readQuarantine(engine, call.remote).map(({ number }) => number));
  const isBad = (ref: string) => bad.has(numberOf(ref) ?? (0 as CheckpointNumber));
  const tracked = await engine.resolveRefs(refs.map(({ ref }) => refspecOf(call.remote, ref).split(':')[1] ?? ''));
  const wanted = refs.filter(({ ref, oid }, at) => tracked[at] !== oid && !isBad(ref));
  const meta = wanted.filter(({ ref }) => numberOf(ref) === undefined);
  await fetchGroup(engine, call, meta);
  await fetchGroup(
    engine,
    call,
    wanted.filter(({ ref }) => numberOf(ref) !== undefined),
  );
}

async function fetchGroup(engine: GitEngine, call: RemoteCall, refs: readonly Ref[]): Promise<void> {
  if (refs.length === 0) return;
  const refspecs = refs.map(({ ref }) => refspecOf(call.remote, ref));
  const outcome = await remoteEngine(engine).fetch(call, { refspecs, prune: false });
  if (outcome.kind === 'done') return;
  const [first] = refs;
  if (refs.length === 1 && first !== undefined) {
    const number = numberOf(first.ref);
    if (number === undefined) throw new Failure('fatal', `${first.ref} of ‘${call.remote}’ is damaged: ${outcome.why}`);
    quarantine(engine, call.remote, [{ number, commit: first.oid, why: outcome.why }]);
    return;
  }
  const middle = Math.ceil(refs.length / 2);
  await fetchGroup(engine, call, refs.slice(0, middle));
  await fetchGroup(engine, call, refs.slice(middle));
}
