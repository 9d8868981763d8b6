import type { Oid } from '../../core/checkpoint.ts';
import type { WorktreeStatus } from '../engine.ts';
import type { ConfigValues } from '../files/config-values.ts';
import type { RefReader } from '../files/ref-reader.ts';
import type { History } from './history.ts';
import { mapRef } from './refspec.ts';

export interface BranchSource {
  readonly refs: RefReader;
  readonly config: ConfigValues;
  readonly history: History;
}

/** HEAD, its branch, and how far that is from its upstream. */
export async function branchState(source: BranchSource): Promise<Omit<WorktreeStatus, 'entries'>> {
  const { refs } = source;
  const head = refs.resolve('HEAD');
  const value = refs.read('HEAD');
  const commit = head === undefined ? {} : { head };
  if (value === undefined || !('target' in value)) return commit;
  const branch = value.target.replace(/^refs\/heads\//, '');
  const upstream = upstreamOf(branch, source.config);
  if (upstream === undefined) return { ...commit, branch };
  return { ...commit, branch, upstream: shortName(upstream), ...(await distance(source, head, upstream)) };
}

async function distance(
  { refs, history }: BranchSource,
  head: Oid | undefined,
  upstream: string,
): Promise<{ readonly ahead?: number; readonly behind?: number }> {
  const theirs = refs.resolve(upstream);
  return head === undefined || theirs === undefined ? {} : history.aheadBehind(head, theirs);
}

/** The ref that follows the branch's counterpart on its remote. */
function upstreamOf(branch: string, config: ConfigValues): string | undefined {
  const remote = config.text(`branch.${branch}.remote`);
  const merge = config.text(`branch.${branch}.merge`);
  if (remote === undefined || merge === undefined) return undefined;
  if (remote === '.') return merge;
  for (const spec of config.all(`remote.${remote}.fetch`)) {
    const mapped = mapRef(merge, spec);
    if (mapped !== undefined) return mapped;
  }
  return undefined;
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes|tags)\//, '');
}
