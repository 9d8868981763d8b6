import type { Oid } from '../../core/checkpoint.ts';
import type { ReachedObject } from '../engine.ts';
import { type RunOptions, runGit } from './run.ts';

/** Objects that the commits reach and the known commits and refs do not. */
export async function reachedBeyond(
  asked: { readonly commits: readonly Oid[]; readonly known: readonly string[] },
  options: RunOptions,
): Promise<ReachedObject[]> {
  if (asked.commits.length === 0) return [];
  const prefixes = asked.known.filter((name) => name.endsWith('/'));
  const oids = asked.known.filter((name) => !name.endsWith('/'));
  const args = [
    'rev-list',
    '--objects',
    '--ignore-missing',
    '--stdin',
    '--not',
    ...prefixes.map((one) => `--glob=${one}*`),
  ];
  const stdin = [...asked.commits, ...oids.map((oid) => `^${oid}`)].join('\n');
  const lines = (await runGit(args, { ...options, stdin: `${stdin}\n` })).toString().split('\n');
  return lines.flatMap((line) => {
    const match = /^([0-9a-f]{40,64})(?: (.*))?$/.exec(line);
    return match === null ? [] : [{ oid: match[1] ?? '', path: match[2] ?? '' }];
  });
}

/** Bytes on the disk of what some names reach and the known ones do not; counted by git. */
export async function bytesBeyond(
  names: readonly string[],
  known: readonly string[],
  options: RunOptions,
): Promise<number> {
  const isPrefix = (name: string) => name.endsWith('/');
  const globs = (all: readonly string[]) => all.filter(isPrefix).map((one) => `--glob=${one}*`);
  const each = (all: readonly string[]) => all.filter((name) => !isPrefix(name));
  const stdin = [...each(names), ...each(known).map((name) => `^${name}`)].map((line) => `${line}\n`).join('');
  // By this form alone git looks into the trees of all known commits. What a partial clone has left out is not downloaded to be counted.
  const objects = ['--objects-edge-aggressive', '--ignore-missing', '--exclude-promisor-objects'];
  const counting = ['rev-list', '--disk-usage', ...objects];
  const args = [...counting, ...globs(names), '--stdin', '--not', ...globs(known)];
  const lines = (await runGit(args, { ...options, stdin })).toString().trim().split('\n');
  // Before the count it names the known commits.
  return Number(lines.at(-1));
}
