import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine, Ref, RemoteCall, RemoteEngine } from '../git/engine.ts';
import { CHECKPOINTS, LEDGER, NOTES, numberOf, refOf } from '../store/refs.ts';
import { quarantine, readQuarantine } from './quarantine.ts';
import { numbered, type RemoteSide, readTracked, readTrackedState } from './sides.ts';
import { allRefspecs, refspecOf, trackingRefs } from './tracking.ts';

const FEW = 100;

export function remoteEngine(engine: GitEngine): RemoteEngine {
  if (engine.remote !== undefined) return engine.remote;
  throw new Failure('fatal', `the ${engine.name} engine cannot speak to a remote`, {
    hint: 'Install git, or set `checkpoint.engine` to native.',
  });
}

/** Brings everything new of a remote into the tracking refs, in one connection. */
export async function contactAll(engine: GitEngine, call: RemoteCall): Promise<RemoteSide> {
  const withheld = readQuarantine(engine, call.remote).map(({ number }) => number);
  const refspecs = allRefspecs(call.remote, withheld);
  const outcome = await remoteEngine(engine).fetch(call, { refspecs, prune: true });
  if (outcome.kind === 'damaged') {
    const refs = await remoteEngine(engine).listRefs(call, [`${CHECKPOINTS}*`, NOTES, LEDGER]);
    await fetchSoundOnes(engine, call, refs);
    return sideFrom(engine, call, refs);
  }
  const checkpoints = await readTracked(engine, call.remote);
  for (const number of withheld) checkpoints.delete(number);
  return { checkpoints, withheld, state: await readTrackedState(engine, call.remote), tracked: true };
}

/** Asks a remote what it has, and fetches no checkpoint but those named: what others have made is not downloaded. */
export async function contactSome(
  engine: GitEngine,
  call: RemoteCall,
  wanted: readonly CheckpointNumber[],
): Promise<RemoteSide> {
  const refs = await remoteEngine(engine).listRefs(call, [`${CHECKPOINTS}*`, NOTES, LEDGER]);
  const asked = new Set([NOTES, LEDGER, ...wanted.map(refOf)]);
  await dropVanished(engine, call, refs);
  await fetchSoundOnes(
    engine,
    call,
    refs.filter(({ ref }) => asked.has(ref)),
  );
  return sideFrom(engine, call, refs);
}

async function sideFrom(engine: GitEngine, call: RemoteCall, refs: readonly Ref[]): Promise<RemoteSide> {
  const withheld = readQuarantine(engine, call.remote).map(({ number }) => number);
  const checkpoints = numbered(refs);
  for (const number of withheld) checkpoints.delete(number);
  return { checkpoints, withheld, state: await readTrackedState(engine, call.remote), tracked: false };
}

/** A tracking copy of notes or ledger whose original is gone must not be taken for the original. */
async function dropVanished(engine: GitEngine, call: RemoteCall, refs: readonly Ref[]): Promise<void> {
  const tracking = trackingRefs(call.remote);
  const gone = [
    [NOTES, tracking.notes],
    [LEDGER, tracking.ledger],
  ].filter(([original]) => !refs.some(({ ref }) => ref === original));
  const copies = gone.map(([, copy]) => copy ?? '');
  const tracked = await engine.resolveRefs(copies);
  const deletes = copies.flatMap((ref, at) => (tracked[at] === undefined ? [] : [{ ref, old: tracked[at] }]));
  if (deletes.length > 0) await engine.moveRefs([deletes]);
}

/** Fetches refs that are not tracked yet; halves the group when something in it is damaged, until the damaged ones stand alone. */
async function fetchSoundOnes(engine: GitEngine, call: RemoteCall, refs: readonly Ref[]): Promise<void> {
  const bad = new Set(readQuarantine(engine, call.remote).map(({ number }) => number));
  const ours = refs.filter(({ ref }) => {
    const number = numberOf(ref);
    return ref === NOTES || ref === LEDGER || (number !== undefined && !bad.has(number));
  });
  const tracked = await trackedNow(engine, call, ours);
  const wanted = ours.filter(({ oid }, at) => tracked[at] !== oid);
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

/** What the tracking copies of refs point at. */
async function trackedNow(
  engine: GitEngine,
  call: RemoteCall,
  refs: readonly Ref[],
): Promise<readonly (Oid | undefined)[]> {
  const copies = refs.map(({ ref }) => refspecOf(call.remote, ref).split(':')[1] ?? '');
  if (copies.length <= FEW) return engine.resolveRefs(copies);
  const all = await engine.listRefs(trackingRefs(call.remote).checkpoints.replace(/c\/$/, ''));
  const known = new Map(all.map(({ ref, oid }) => [ref, oid]));
  return copies.map((copy) => known.get(copy));
}
