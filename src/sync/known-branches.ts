import type { GitEngine, RemoteCall } from '../git/engine.ts';
import { remoteEngine } from './remote-engine.ts';
import type { RemoteRefs } from './remote-refs.ts';

/** Branches come first; leaving tags out only means that more is searched. */
const MAX_COMMITS = 500;

/**
 * Refs and commits that a remote has: its remote-tracking branches. Before the first push these may be of another repository that had
 * this name: then only what the remote advertises counts, as far as it is here.
 */
export async function knownBranches(engine: GitEngine, call: RemoteCall, remote: RemoteRefs): Promise<string[]> {
  if (remote.state.ledger.oid !== undefined) return [`refs/remotes/${call.remote}/`];
  const refs = await remoteEngine(engine).listRefs(call, ['refs/heads/*', 'refs/tags/*']);
  const tips = [...new Set(refs.map(({ oid }) => oid))].slice(0, MAX_COMMITS);
  const missing = new Set(tips.length === 0 ? [] : await engine.missingObjects(tips));
  return tips.filter((oid) => !missing.has(oid));
}
