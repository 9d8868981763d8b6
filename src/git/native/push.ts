import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { removeScratch } from '../../local/scratch.ts';
import type { ConfigEntry, PushOutcome, RefUpdate, RemoteCall } from '../engine.ts';
import { makePushArea } from './push-area.ts';
import { remoteFailure } from './remote-failure.ts';
import type { Speaker } from './remote-run.ts';
import type { GitRun } from './run.ts';

const pushArguments = [
  'push',
  '--porcelain',
  '--no-verify',
  '--no-follow-tags',
  '--no-signed',
  // Each ref has a lease; reflogs, which that looks through, are there for branches only.
  '--no-force-if-includes',
  '--recurse-submodules=no',
  // Progress is a sign of life, whether somebody watches or not.
  '--progress',
];

interface Sent {
  readonly updates: readonly RefUpdate[];
  readonly atomic: boolean;
}

interface On {
  readonly place: RepositoryPaths;
  readonly config: readonly ConfigEntry[];
  readonly home: string;
  readonly git: Speaker;
}

/** Moves refs at a remote by compare-and-swap: each only from the value that is named. */
export async function pushRefs(on: On, call: RemoteCall, sent: Sent): Promise<PushOutcome> {
  const run = await pushFromArea(on, call, sent);
  const report = run.stdout.toString();
  if (run.code === 0) {
    const moved = new Set([...report.matchAll(/^[-+*= ]\t[^\t\n]*:([^\t\n]+)\t/gm)].map((match) => match[1]));
    // git leaves out what its own list of refs cannot show, such as one whose object is gone: that one did not arrive.
    return { kind: sent.updates.every(({ ref }) => moved.has(ref)) ? 'done' : 'lost' };
  }
  if (sent.atomic && /does not support --?atomic|atomic.*not supported/i.test(run.stderr))
    return { kind: 'not-atomic' };
  const reasons = [...report.matchAll(/^!\t.*\t\[.*?\] \((.*)\)$/gm)].map((match) => match[1] ?? '');
  const refused = reasons.find((reason) => !lostRace.test(reason));
  if (reasons.length > 0 && refused === undefined) return { kind: 'lost' };
  throw remoteFailure('push', call, refused === undefined ? run.stderr : `${run.stderr}\n${refused}`);
}

const lostRace =
  /stale info|fetch first|non-fast-forward|already exists|atomic (?:push|transaction) failed|failed to (?:update|lock) ref|cannot lock ref|incorrect old value|needs force|reference/i;

/**
 * git compares every name on its command line with every ref on either side, several times. One pattern over an area that holds nothing
 * but what is sent costs a fifth of that for five refs among ten thousand, and there is no end to how many refs can be sent.
 */
async function pushFromArea({ git, ...repository }: On, { remote }: RemoteCall, sent: Sent): Promise<GitRun> {
  const area = makePushArea({ ...repository, remote }, sent.updates);
  const deletes = sent.updates.filter((update) => update.new === undefined).map(({ ref }) => `:${ref}`);
  try {
    // A lease without a value asks for that of the tracking ref, and without one for nothing to be there.
    const flags = [sent.atomic ? '--atomic' : '--no-atomic', '--force-with-lease'];
    return await git([...pushArguments, ...flags, area.remote, area.refspec, ...deletes], { env: area.env });
  } finally {
    removeScratch(area.path);
  }
}
