import type { WorktreeStatus } from '../engine.ts';
import type { ConfigValues } from '../files/config-values.ts';
import { History } from './history.ts';
import { mapRef } from './refspec.ts';
import type { RepositoryParts } from './repository-parts.ts';

/** HEAD, its branch, and how far that is from its upstream. */
export async function branchState(parts: RepositoryParts): Promise<Omit<WorktreeStatus, 'entries' | 'closedFolders'>> {
  const { refs, config, objects, place } = parts;
  const head = refs.resolve('HEAD');
  const value = refs.read('HEAD');
  const commit = head === undefined ? {} : { head };
  if (value === undefined || !('target' in value)) return commit;
  const branch = value.target.replace(/^refs\/heads\//, '');
  const upstream = upstreamOf(branch, config);
  if (upstream === undefined) return { ...commit, branch };
  const theirs = refs.resolve(upstream);
  const distance = head && theirs ? await new History(objects, place).aheadBehind(head, theirs) : {};
  return { ...commit, branch, upstream: upstream.replace(/^refs\/(heads|remotes|tags)\//, ''), ...distance };
}

/** The ref that follows the branch's counterpart on its remote. */
function upstreamOf(branch: string, config: ConfigValues): string | undefined {
  const remote = config.text(`branch.${branch}.remote`);
  const merge = config.text(`branch.${branch}.merge`);
  if (remote === undefined || merge === undefined) return undefined;
  if (remote === '.') return merge;
  const mapped = config.all(`remote.${remote}.fetch`).map((spec) => mapRef(merge, spec));
  return mapped.find((ref) => ref !== undefined);
}
