import type { Oid } from '../../core/checkpoint.ts';
import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import type { FetchOutcome, Ref, RefUpdate, RemoteCall, RemoteEngine } from '../engine.ts';
import { moveRefs } from '../files/ref-writer.ts';
import { fetchPack } from './fetch-pack.ts';
import { pushRefs } from './push-refs.ts';
import { reachedBeyond } from './reached.ts';
import { mapRefs, matches, vanished } from './refspec.ts';
import { openSession } from './remote-session.ts';
import type { RepositoryParts } from './repository-parts.ts';

/** The remote half of the portable engine: http and https. */
export function portableRemote(parts: RepositoryParts): RemoteEngine {
  return {
    listRefs: async (call, patterns) => {
      const { refs } = await openSession(parts, call, false);
      return [...refs]
        .filter(([ref]) => patterns.some((pattern) => matches(ref, pattern)))
        .map(([ref, oid]) => ({ ref, oid }));
    },
    fetch: async (call, wanted) => {
      const opened = await openSession(parts, call, false);
      const mapped = mapRefs(opened.refs, wanted.refspecs);
      refuseAbsent(call, wanted.refspecs, opened.refs);
      const oids = [...new Set(mapped.map(({ oid }) => oid))].filter((oid) => !parts.objects.has(oid));
      if (oids.length === 0) return follow(parts, wanted, mapped);
      const fetched = await fetchPack(parts, opened, { oids, call });
      if ('fault' in fetched) return { kind: 'damaged', why: fetched.fault };
      try {
        return await follow(parts, wanted, mapped);
      } finally {
        fetched.release();
      }
    },
    push: async (call, sent) => pushRefs(parts, await openSession(parts, call, true), sent),
    reachedBeyond: async (commits, known) => reachedBeyond(parts, commits, known),
  };
}

function refuseAbsent(call: RemoteCall, refspecs: readonly string[], refs: ReadonlyMap<string, Oid>): void {
  const single = refspecs.filter((spec) => !spec.startsWith('^') && !spec.includes('*'));
  const absent = single.map((spec) => spec.replace(/^\+/, '').split(':')[0] ?? '').find((ref) => !refs.has(ref));
  if (absent !== undefined) throw new Failure('fatal', `'${call.remote}' has no ${absent}`);
}

const MAX_TRIES = 20;

/** Moves the local copies to what the remote has; one that another process moved meanwhile is looked at again. */
async function follow(
  parts: RepositoryParts,
  wanted: { readonly refspecs: readonly string[]; readonly prune: boolean },
  mapped: readonly Ref[],
): Promise<FetchOutcome> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const moves = mapped.flatMap(({ ref, oid }): RefUpdate[] => {
      const old = parts.refs.resolve(ref);
      return old === oid ? [] : [defined({ ref, old, new: oid })];
    });
    const gone = wanted.prune ? vanished(parts.refs.list('refs/'), wanted.refspecs, mapped) : [];
    const step = [...moves, ...gone.map(({ ref, oid }) => ({ ref, old: oid }))];
    if (step.length === 0 || (await moveRefs(parts.target, [step])) === 1) return { kind: 'done' };
  }
  throw new Failure('fatal', 'other processes kept moving the refs that track the remote', { hint: 'Try again.' });
}
