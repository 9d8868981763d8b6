import { Refusal } from '../files/refusal.ts';
import type { ConfigValues } from './config-values.ts';

// `partialclone` only matters when an object is missing; the object store says so then.
const understood = new Set(['noop', 'preciousobjects', 'partialclone', 'worktreeconfig', 'relativeworktrees']);

/** Refuses, by name, a repository whose format this engine would read or write wrongly. */
export function refuseUnsupported(config: ConfigValues): void {
  const own = config.entries.filter(({ scope }) => scope === 'local' || scope === 'worktree');
  const value = (key: string) => own.findLast((entry) => entry.key === key)?.value.toLowerCase();
  const version = Number(value('core.repositoryformatversion') ?? 0);
  if (value('extensions.objectformat') === 'sha256') throw new Refusal('a SHA-256 repository');
  if (value('extensions.refstorage') === 'reftable') throw new Refusal('refs in the reftable format');
  if (version > 1) throw new Refusal(`a repository of format version ${version}`);
  for (const { key, value: setting } of version === 1 ? own : []) {
    const name = /^extensions\.([^.]+)$/.exec(key)?.[1];
    const usual = (name === 'objectformat' && setting === 'sha1') || (name === 'refstorage' && setting === 'files');
    if (name !== undefined && !understood.has(name) && !usual) throw new Refusal(`the repository extension ‘${name}’`);
  }
}

/** Refuses to write into a repository whose files must carry special permissions. */
export function refuseShared(config: ConfigValues): void {
  const shared = config.text('core.sharedrepository')?.toLowerCase();
  const usual = shared === undefined || ['umask', 'false', '0', 'no', 'off', ''].includes(shared);
  if (!usual) throw new Refusal(`a repository that is shared between users (core.sharedRepository = ${shared})`);
}
