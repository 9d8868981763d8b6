import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../core/failure.ts';
import type {
  ConfigEntry,
  FetchOutcome,
  Place,
  PushOutcome,
  Ref,
  RefUpdate,
  RemoteCall,
  RemoteEngine,
} from '../engine.ts';
import { removeStaleLocks, withWriterRecord } from '../writer-locks.ts';
import { reachedBeyond } from './reached.ts';
import { runRemote, unattended } from './remote-run.ts';
import { type GitRun, gitFailure, type RunOptions } from './run.ts';

const MOST_TRIES = 30;

/** The remote half of the native engine: git's own transports, with the user's own configuration. */
export function nativeRemote(engine: {
  readonly place: Place;
  readonly options: RunOptions;
  readonly config: Promise<readonly ConfigEntry[]>;
}): RemoteEngine {
  const { place, options } = engine;
  const speak = async (call: RemoteCall): Promise<Speaker> => {
    const configured = (await engine.config).findLast(({ key }) => key === 'core.sshcommand')?.value;
    const env = call.background ? unattended(options.env, configured) : options.env;
    return (args, stdin = '') => runRemote(args, call, { ...options, env, stdin });
  };
  return {
    listRefs: async (call, patterns) => {
      const run = await (await speak(call))(['ls-remote', '--quiet', '--refs', call.remote, ...patterns]);
      if (run.code !== 0) throw remoteFailure('ls-remote', call, run.stderr);
      return parseRefs(run.stdout.toString());
    },
    fetch: async (call, wanted) => {
      const git = await speak(call);
      return withWriterRecord(place, () => fetchRefs({ place, call, git }, wanted));
    },
    push: async (call, sent) => pushRefs(call, sent, await speak(call)),
    reachedBeyond: (commits, known) => reachedBeyond({ commits, known }, options),
  };
}

type Speaker = (args: readonly string[], stdin?: string) => Promise<GitRun>;

function parseRefs(output: string): Ref[] {
  return output.split('\n').flatMap((line) => {
    const [oid, ref] = line.split('\t');
    return oid === undefined || ref === undefined ? [] : [{ oid, ref }];
  });
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
  on: { readonly place: Place; readonly call: RemoteCall; readonly git: Speaker },
  wanted: { readonly refspecs: readonly string[]; readonly prune: boolean },
): Promise<FetchOutcome> {
  const flags = [wanted.prune ? '--prune' : '--no-prune', '--progress'];
  const stdin = `${wanted.refspecs.join('\n')}\n`;
  for (let tries = 0; ; tries += 1) {
    const run = await on.git([...fetchArguments, ...flags, on.call.remote], stdin);
    if (run.code === 0) return { kind: 'done' };
    const why = damageIn(run.stderr);
    if (why !== undefined) return { kind: 'damaged', why };
    const locks = [...run.stderr.matchAll(/'([^'\n]+\.lock)'/g)].map((match) => match[1] ?? '');
    if (locks.length === 0 || tries >= MOST_TRIES) throw remoteFailure('fetch', on.call, run.stderr);
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

const pushArguments = [
  'push',
  '--porcelain',
  '--no-verify',
  '--no-follow-tags',
  '--no-signed',
  '--recurse-submodules=no',
];

async function pushRefs(
  call: RemoteCall,
  sent: { readonly updates: readonly RefUpdate[]; readonly atomic: boolean },
  git: Speaker,
): Promise<PushOutcome> {
  const args = [
    '-c',
    `remote.${call.remote}.mirror=false`,
    ...pushArguments,
    sent.atomic ? '--atomic' : '--no-atomic',
    // Progress is a sign of life, whether somebody watches or not.
    '--progress',
    ...sent.updates.map(({ ref, old }) => `--force-with-lease=${ref}:${old ?? ''}`),
    call.remote,
    ...sent.updates.map((update) => `${update.new ?? ''}:${update.ref}`),
  ];
  const run = await git(args);
  if (run.code === 0) return { kind: 'done' };
  if (sent.atomic && /does not support --?atomic|atomic.*not supported/i.test(run.stderr))
    return { kind: 'not-atomic' };
  const reasons = [...run.stdout.toString().matchAll(/^!\t.*\t\[.*?\] \((.*)\)$/gm)].map((match) => match[1] ?? '');
  const refused = reasons.find((reason) => !lostRace.test(reason));
  if (reasons.length > 0 && refused === undefined) return { kind: 'lost' };
  throw remoteFailure('push', call, refused === undefined ? run.stderr : `${run.stderr}\n${refused}`);
}

const lostRace =
  /stale info|fetch first|non-fast-forward|already exists|atomic (?:push|transaction) failed|failed to (?:update|lock) ref|cannot lock ref|incorrect old value|needs force|reference/i;

/** What git says on the way to a failure, and what says nothing. */
const chatter =
  /^(?:To |From |hint:|remote: *$|error: failed to push some refs|(?:remote: )?(?:Enumerating|Counting|Compressing|Writing|Receiving|Resolving|Unpacking|Total|Delta|Checking)\b)/;

function remoteFailure(verb: string, call: RemoteCall, stderr: string): Failure {
  const words = stderr
    .split(/[\n\r]/)
    .filter((line) => !chatter.test(line))
    .join('\n');
  const { message, cause } = gitFailure([verb], words);
  const asks = /terminal prompts disabled|could not read (?:Username|Password)|Permission denied|passphrase/i;
  const hint = asks.test(stderr)
    ? `The remote wants to know who you are; try \`git fetch ${call.remote}\` on a terminal first.`
    : 'Nothing was lost. The next sync goes on where this one stopped.';
  return new Failure('fatal', `${verb} with ‘${call.remote}’ failed: ${message}`, { hint, cause });
}
