import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine, Ref, RemoteCall } from '../git/engine.ts';
import { numberOf } from '../store/refs.ts';
import { quarantine, readQuarantine } from './quarantine.ts';
import { remoteEngine } from './remote-engine.ts';
import { refspecOf, trackingRefOf } from './tracking-refs.ts';

/** Fetches refs that are not tracked yet. A group with a damaged object is halved until the damaged checkpoints are found; they are quarantined. */
export async function fetchSound(engine: GitEngine, call: RemoteCall, refs: readonly Ref[]): Promise<void> {
  const bad = new Set(readQuarantine(engine, call.remote).map(({ number }) => number));
  const isBad = (number: CheckpointNumber | undefined) => number !== undefined && bad.has(number);
  const tracked = await engine.resolveRefs(refs.map(({ ref }) => trackingRefOf(call.remote, ref)));
  const wanted = refs.filter(({ ref, oid }, at) => tracked[at] !== oid && !isBad(numberOf(ref)));
  const isMeta = ({ ref }: Ref) => numberOf(ref) === undefined;
  await fetchGroup(engine, call, wanted.filter(isMeta));
  await fetchGroup(
    engine,
    call,
    wanted.filter((ref) => !isMeta(ref)),
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
    if (number === undefined) throw new Failure('fatal', `${first.ref} of '${call.remote}' is damaged: ${outcome.why}`);
    quarantine(engine, call.remote, [{ number, commit: first.oid, why: outcome.why }]);
    return;
  }
  const middle = Math.ceil(refs.length / 2);
  await fetchGroup(engine, call, refs.slice(0, middle));
  await fetchGroup(engine, call, refs.slice(middle));
}
