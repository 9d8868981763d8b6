import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { TreeChange } from '../core/tree-change.ts';
import type { WorktreeStatus } from '../git/engine.ts';
import { emptyTree } from '../git/hash.ts';
import type { Repository } from '../open/repository.ts';
import { redact } from '../redaction/redact.ts';
import { fileDrift } from './file-drift.ts';
import { headMoves } from './head-moves.ts';
import { nestedDrift } from './nested-drift.ts';
import type { DriftFacts } from './pack/drift.ts';

export interface DriftMaterial {
  readonly checkpoint: Checkpoint;
  /** What the checkpoint changed against its own HEAD. */
  readonly changes: readonly TreeChange[];
  readonly status: WorktreeStatus;
  /** It was saved in another clone or worktree. */
  readonly elsewhere?: boolean;
}

const MAX_COMMITS = 1000;

/** What happened in the repository since a checkpoint. */
export async function driftSince(repository: Repository, material: DriftMaterial): Promise<DriftFacts> {
  const { engine } = repository;
  const { checkpoint, status } = material;
  const { base } = checkpoint;
  const { head, branch: branchNow = '' } = status;
  const { stashes, ...moves } = headMoves(
    engine.place,
    new Date(checkpoint.note.captured_at ?? checkpoint.note.created),
  );
  const operation = await engine.operation();
  const [commits, lost, sinceHead] =
    head === base
      ? [[], [], undefined]
      : await Promise.all([
          // A checkpoint from before the first commit has no parent: every commit is new to it.
          head === undefined ? [] : engine.commitsBetween(base ?? checkpoint.commit, head, MAX_COMMITS + 1),
          head === undefined || base === undefined ? [] : engine.commitsBetween(head, base, 1),
          engine.diffTrees(checkpoint.tree, head ?? emptyTree(engine.objectFormat), { counts: false }),
        ]);
  const files = await fileDrift(
    engine,
    defined({ checkpoint, changes: material.changes, entries: status.entries, sinceHead }),
  );
  const inside = await nestedDrift(repository, checkpoint, status);
  return {
    commits: commits.slice(0, 5).map(({ oid, subject }) => ({ oid, subject: redact(subject).text })),
    commitCount: Math.min(commits.length, MAX_COMMITS),
    moreCommits: commits.length > MAX_COMMITS,
    rewound: lost.length > 0 || (head === undefined && base !== undefined),
    branchThen: redact(checkpoint.noteFrom === 'message' ? branchNow : checkpoint.note.context.branch).text,
    branchNow: redact(branchNow).text,
    ...moves,
    ...defined({ operation, elsewhere: material.elsewhere || undefined }),
    stashes: stashes.map((message) => redact(message).text),
    ...files,
    changed: [...files.changed, ...inside.changed],
    gone: [...files.gone, ...inside.gone],
  };
}
