import { resolve } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { fingerprintOf } from '../../local/fingerprint.ts';
import { parseCommit } from '../commit-bytes.ts';
import type { ConfigEntry, GitEngine, Signature, SigningEngine } from '../engine.ts';
import { gitFailure, type RunOptions, runGit, tryGit } from './run.ts';

/** Longer than any signer takes that asks nobody; shorter than an agent waits for a save. */
const UNATTENDED_MS = 8000;

interface Parts {
  readonly options: RunOptions;
  readonly config: Promise<readonly ConfigEntry[]>;
  readonly read: GitEngine['readObjects'];
}

/** Signs and verifies with the programs, formats and keys that git is set up with. */
export function nativeSigning({ options, config, read }: Parts): SigningEngine {
  return {
    sign: async (bytes, unattended) => {
      const [oid, failure] = await commitSigned(bytes, userGpg(await config), signerOptions(options, unattended));
      const [signed] = oid === undefined ? [] : await read([oid]);
      if (signed === undefined) throw cannotSign(failure);
      if (!Buffer.from(unsignedBytes(signed.bytes)).equals(bytes)) throw cannotSign('git made another commit of it');
      return signed.bytes;
    },
    verify: async (commits) => {
      const settings = userGpg(await config);
      const ask = (asked: readonly string[], format: string) => askAbout(asked, [...settings, ...LOG, format], options);
      const verdicts = await ask(commits, '--format=%H%x09%G?');
      // Asked how far it trusts a key that it could not look at, git aborts.
      const good = [...verdicts].filter(([, [verdict]]) => verdict === 'G').map(([commit]) => commit);
      const keys = await ask(good, '--format=%H%x09%GT%x09%GS');
      const signed = [...verdicts].filter(([, [verdict]]) => verdict !== 'N');
      return new Map(signed.map(([commit, [verdict]]) => [commit, judge(verdict, keys.get(commit))]));
    },
    basis: async () => {
      const entries = (await config).filter(({ key, scope }) => key.startsWith('gpg.') && isOfUser(scope));
      return JSON.stringify(entries.map(({ key, value }) => [key, value, stateOf(key, value, options)]));
    },
  };
}

/** What git would run, or believe, by itself; the repository's configuration may not choose it. Beside each: git's own default, or nothing. */
const DECIDED_BY_USER: Readonly<Record<string, string>> = {
  'gpg.program': 'gpg',
  'gpg.openpgp.program': 'gpg',
  'gpg.x509.program': 'gpgsm',
  'gpg.ssh.program': 'ssh-keygen',
  'gpg.ssh.defaultkeycommand': 'false',
  'gpg.ssh.allowedsignersfile': '/dev/null',
  'gpg.ssh.revocationfile': '/dev/null',
  'gpg.mintrustlevel': 'undefined',
};

/** Options by which the user's settings win over the repository's, where that has any. */
function userGpg(entries: readonly ConfigEntry[]): string[] {
  return Object.entries(DECIDED_BY_USER).flatMap(([key, byDefault]) => {
    const said = entries.filter((entry) => entry.key === key);
    if (said.every(({ scope }) => isOfUser(scope))) return [];
    return ['-c', `${key}=${said.findLast(({ scope }) => isOfUser(scope))?.value ?? byDefault}`];
  });
}

function isOfUser(scope: ConfigEntry['scope']): boolean {
  return scope !== 'local' && scope !== 'worktree';
}

function stateOf(key: string, value: string, { cwd, env }: RunOptions): string {
  if (!key.endsWith('file')) return '';
  const path = resolve(cwd, value.replace(/^~(?=\/)/, env['HOME'] ?? '~'));
  return fingerprintOf(path, { follow: true, changeTime: true }) ?? '';
}

function signerOptions(options: RunOptions, unattended: boolean): RunOptions {
  if (!unattended) return options;
  return { ...options, env: { ...options.env, SSH_ASKPASS_REQUIRE: 'never' }, endAfterMs: UNATTENDED_MS };
}

/** Has git make the same commit with a signature; answers its id, or why there is none. */
async function commitSigned(
  bytes: Uint8Array,
  settings: readonly string[],
  options: RunOptions,
): Promise<[string | undefined, string]> {
  const facts = parseCommit(bytes);
  if (facts === undefined) throw new Error('only commits are signed');
  const { author, time } = facts;
  const person = (role: string) => ({
    [`GIT_${role}_NAME`]: author.name,
    [`GIT_${role}_EMAIL`]: author.email,
    [`GIT_${role}_DATE`]: `@${time} +0000`,
  });
  const args = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', '-S', facts.tree];
  const run = await tryGit([...settings, ...args, ...facts.parents.flatMap((parent) => ['-p', parent]), '-F', '-'], {
    ...options,
    env: { ...options.env, ...person('AUTHOR'), ...person('COMMITTER') },
    stdin: facts.message,
  });
  return run.code === 0 ? [run.stdout.toString().trim(), ''] : [undefined, gitFailure(args, run.stderr).message];
}

/** A commit without the headers that hold its signature. */
function unsignedBytes(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const end = text.indexOf('\n\n') + 1;
  return Buffer.from(
    text.slice(0, end).replace(/^gpgsig(?:-sha256)? .*\n(?: .*\n)*/gm, '') + text.slice(end),
    'latin1',
  );
}

function cannotSign(why: string): Failure {
  return new Failure('fatal', `cannot sign: ${why.replaceAll('\n', '; ')}`, {
    hint: 'git signs by `gpg.format` and `user.signingKey`. Without a signature, once: `GIT_CHECKPOINT_SIGN=false`.',
  });
}

const LOG = ['log', '--no-walk=unsorted', '--no-show-signature', '--no-patch', '--ignore-missing', '--stdin'];

/** What `git log` says of commits in a format whose first field is the id. */
async function askAbout(
  commits: readonly string[],
  args: readonly string[],
  options: RunOptions,
): Promise<Map<string, string[]>> {
  if (commits.length === 0) return new Map();
  const output = await runGit(args, { ...options, stdin: `${commits.join('\n')}\n` });
  const lines = output
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  return new Map(lines.map((line) => line.split('\t')).map(([commit = '', ...fields]) => [commit, fields]));
}

const BELIEVED = ['fully', 'ultimate'];

function judge(verdict: string | undefined, [trust = '', signer = '']: readonly string[] = []): Signature {
  if (verdict === 'G' && BELIEVED.includes(trust)) return { state: 'good', signers: addressesIn(signer) };
  return { state: verdict === 'B' || verdict === 'R' ? 'bad' : 'unknown', signers: [] };
}

/** Of an OpenPGP key `Name <address>`, of an ssh key the principals of its line, with commas between. */
function addressesIn(signer: string): string[] {
  const inBrackets = /<([^<>]+)>\s*$/.exec(signer)?.[1];
  return (inBrackets === undefined ? signer.split(',') : [inBrackets]).map((one) => one.trim().toLowerCase());
}
