import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clone, git } from './command.ts';

/** Ways to break the protocol from outside, to see that the checker notices. */
export const breakages = ['tombstones', 'leases', 'naive-fetch'] as const;
export type Breakage = (typeof breakages)[number];

/** An environment in which the broken git is found first. */
export function brokenEnv(breakage: Breakage | undefined, base: string): Record<string, string> {
  if (breakage !== 'leases') return {};
  const folder = join(base, 'broken-git');
  mkdirSync(folder, { recursive: true });
  // A push that takes what it wants; the pause gives others the time to want the same.
  const script = `#!/usr/bin/env bash
args=() push=
for arg in "$@"; do
  [ "$arg" = push ] && push=1
  case "$arg" in --force-with-lease | --force-with-lease=* | --atomic) ;; *) args+=("$arg") ;; esac
  [ "$arg" = push ] && args+=(--force)
done
[ -n "$push" ] && sleep 0.4
exec ${process.env['GIT_STRESS_REAL_GIT'] ?? '/usr/bin/git'} "\${args[@]}"
`;
  writeFileSync(join(folder, 'git'), script);
  chmodSync(join(folder, 'git'), 0o755);
  return { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
}

/** What a broken clone does before it syncs; a lock that a killed command left may stand in its way, and then it does it the next time. */
export function sabotage(breakage: Breakage | undefined, clone: Clone): void {
  try {
    breakOne(breakage, clone);
  } catch (error) {
    if (!/\.lock|cannot lock/.test(String(error))) throw error;
  }
}

function breakOne(breakage: Breakage | undefined, clone: Clone): void {
  if (breakage === 'naive-fetch') {
    git(clone, 'fetch', '--quiet', 'origin', '+refs/checkpoints/*:refs/checkpoints/*');
  } else if (breakage === 'tombstones') {
    if (git(clone, 'for-each-ref', 'refs/checkpoint-meta/ledger') === '') return;
    const kept = git(clone, 'cat-file', 'blob', 'refs/checkpoint-meta/ledger').split('\n')[0] ?? '';
    writeFileSync(join(clone.root, '..', `${clone.name}-ledger`), `${kept}\n`);
    const blob = git(clone, 'hash-object', '-w', join(clone.root, '..', `${clone.name}-ledger`));
    git(clone, 'update-ref', 'refs/checkpoint-meta/ledger', blob);
  }
}
