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
