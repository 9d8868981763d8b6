import type { Oid } from '../core/checkpoint.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { Repository } from '../open/repository.ts';

interface CommitMade {
  readonly commit: Oid;
  readonly subject: string;
}

/** From where HEAD was to where it is. */
interface HeadMove {
  readonly from: Oid;
  readonly to: Oid;
}

/** How HEAD moved: by commits that were made, newest first, or in another way to a commit. */
export type HeadMoved =
  | { readonly kind: 'committed'; readonly commits: readonly CommitMade[] }
  | { readonly kind: 'moved'; readonly to: CommitMade };

/** Commits that were read on the way, for who asks in several goes. */
export type KnownCommits = Map<Oid, { readonly made: CommitMade; readonly parent: Oid | undefined }>;

/** More commits between two checkpoints are told as a move. */
const MAX_STEPS = 20;

/** Says how HEAD moved, for many moves at once: the way back from each, commit by commit. A commit that is not here any more has no answer. */
export async function readHeadMoves(
  { engine }: Repository,
  moves: readonly HeadMove[],
  known: KnownCommits,
): Promise<(HeadMoved | undefined)[]> {
  const read = async (commits: readonly Oid[]) => {
    const missing = [...new Set(commits)].filter((commit) => !known.has(commit));
    for (const object of missing.length === 0 ? [] : await engine.readObjects(missing)) {
      const facts = object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
      if (object === undefined || facts === undefined) continue;
      known.set(object.oid, {
        made: { commit: object.oid, subject: firstLine(facts.message) },
        parent: facts.parents[0],
      });
    }
  };
  const ways = moves.map(({ from, to }) => ({ from, at: to as Oid | undefined, commits: [] as CommitMade[] }));
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const open = ways.filter(({ at, from }) => at !== undefined && at !== from);
    if (open.length === 0) break;
    await read(open.flatMap(({ at = '' }) => at));
    for (const way of open) {
      const found = known.get(way.at ?? '');
      if (found !== undefined) way.commits.push(found.made);
      way.at = found?.parent;
    }
  }
  return ways.map(({ from, at, commits }) => {
    const [to] = commits;
    if (to === undefined) return undefined;
    return at === from ? { kind: 'committed', commits } : { kind: 'moved', to };
  });
}

function firstLine(message: string): string {
  return message.trimStart().split('\n', 1)[0] ?? '';
}
