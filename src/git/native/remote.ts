import { setTimeout as sleep } from 'node:timers/promises';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { withWriterRecord } from '../../local/writer-records.ts';
import type { ConfigEntry, FetchOutcome, RemoteCall, RemoteEngine } from '../engine.ts';
import { removeStaleLocks } from '../stale-ref-locks.ts';
import { pushRefs } from './push.ts';
import { reachedBeyond } from './reached.ts';
import { parseRefLines } from './refs.ts';
import { remoteFailure } from './remote-failure.ts';
import { runRemote, type Speaker, unattended } from './remote-run.ts';
import type { RunOptions } from './run.ts';

const MAX_TRIES = 30;

/** The remote half of the native engine: git's own transports, with the user's own configuration. */
export function nativeRemote(engine: {
  readonly place: RepositoryPaths;
  readonly options: RunOptions;
  readonly config: Promise<readonly ConfigEntry[]>;
}): RemoteEngine {
  const { place, options } = engine;
  const speak = async (call: RemoteCall): Promise<Speaker> => {
    const configured = (await engine.config).findLast(({ key }) => key === 'core.sshcommand')?.value;
    const env = call.background ? unattended(options.env, configured) : options.env;
    return (args, more = {}) =>
      runRemote(args, call, { ...options, env: { ...env, ...more.env }, stdin: more.stdin ?? '' });
  };
  return {
    listRefs: async (call, patterns) => {
      const run = await (await speak(call))(['ls-remote', '--quiet', '--refs', call.remote, ...patterns]);
      if (run.code !== 0) throw remoteFailure('ls-remote', call, run.stderr);
      return parseRefLines(run.stdout.toString());
    },
    fetch: async (call, wanted) => {
      const git = await speak(call);
      return withWriterRecord(place, () => fetchRefs({ place, call, git }, wanted));
    },
    push: async (call, sent) => {
      const config = await engine.config;
      return pushRefs({ place, config, home: options.env['HOME'] ?? '', git: await speak(call) }, call, sent);
    },
    reachedBeyond: (commits, known) => reachedBeyond({ commits, known }, options),
  };
}

// `--refmap=` keeps a configured `+refs/*:refs/*` from writing our own refs behind our back.
const fetchArguments = [
  '-c',
  'advice.fetchShowForcedUpdates=false',
  '-c',
  'fetch.fsckObjects=true',
  '-c',
  'fetch.writeCommitGraph=false',
  'fetch',
  '--refmap=',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-show-forced-updates',
  '--stdin',
];

async function fetchRefs(
  on: { readonly place: RepositoryPaths; readonly call: RemoteCall; readonly git: Speaker },
  wanted: { readonly refspecs: readonly string[]; readonly prune: boolean },
): Promise<FetchOutcome> {
  // Quiet about each ref, of which there may be ten thousand; progress is a sign of life.
  const flags = [wanted.prune ? '--prune' : '--no-prune', '--quiet', '--progress'];
  const stdin = `${wanted.refspecs.join('\n')}\n`;
  for (let tries = 0; ; tries += 1) {
    const run = await on.git([...fetchArguments, ...flags, on.call.remote], { stdin });
    if (run.code === 0) return { kind: 'done' };
    const why = damageIn(run.stderr);
    if (why !== undefined) return { kind: 'damaged', why };
    const locks = [...run.stderr.matchAll(/'([^'\n]+\.lock)'/g)].map((match) => match[1] ?? '');
    if (locks.length === 0 || tries >= MAX_TRIES) throw remoteFailure('fetch', on.call, run.stderr);
    if (!removeStaleLocks(on.place, locks)) await sleep(200 + Math.random() * 200);
  }
}

const damage =
  /^(?:error|fatal): (object [0-9a-f]+: \w+: .*|fsck error .*|.*did not send all necessary objects|missing (?:blob|tree|commit) .*|bad (?:tree|blob|commit|object).*)$/m;

/** What git's own check of the received objects found; undefined when the failure is another. */
function damageIn(stderr: string): string | undefined {
  if (/No space left|hung up|early EOF|RPC failed|Connection/i.test(stderr)) return undefined;
  return damage.exec(stderr)?.[1];
}
