import type { Oid } from '../core/checkpoint.ts';
import type { CommitLine, GitEngine, WorktreeStatus } from '../git/engine.ts';
import type { Step } from './steps.ts';

/** Steps with a word about content that no commit has and that would be replaced or deleted. */
export function withLosses(steps: readonly Step[], status: WorktreeStatus): Step[] {
  const kinds = new Map(status.entries.map(({ path, kind }) => [path, kind]));
  return steps.map((step) => {
    const kind = kinds.get(step.path);
    if (step.from === undefined || step.action === 'rewrite' || kind === undefined) return step;
    return { ...step, loses: kind === 'untracked' ? 'untracked' : 'edits' };
  });
}

/** How far HEAD is from the commit that a checkpoint was made on. */
export interface HeadDistance {
  /** Commits that HEAD has and that commit has not, and the other way round; at most 100 are counted. */
  readonly ahead: number;
  readonly behind: number;
  readonly newest?: CommitLine;
}

const MAX_COMMITS = 100;

/** Undefined where HEAD has not moved, or one side has no commit. */
export async function findHeadDistance(
  engine: GitEngine,
  base: Oid | undefined,
  head: Oid | undefined,
): Promise<HeadDistance | undefined> {
  if (base === undefined || head === undefined || base === head) return undefined;
  const [ahead, behind] = await Promise.all([
    engine.commitsBetween(base, head, MAX_COMMITS),
    engine.commitsBetween(head, base, MAX_COMMITS),
  ]);
  const [newest] = ahead;
  return { ahead: ahead.length, behind: behind.length, ...(newest && { newest }) };
}
