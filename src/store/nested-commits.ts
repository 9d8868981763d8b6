import type { Identity, Oid } from '../core/checkpoint.ts';
import type { NestedRepository } from '../core/note.ts';
import { clampTime, parseCommit, renderCommit } from '../git/commit-bytes.ts';
import type { GitObject } from '../git/engine.ts';
import { objectId } from '../git/hash.ts';
import { INDEX_MESSAGE } from './index-commit.ts';
import type { SnapshotParts } from './lost-parts.ts';

/** What a repository inside of the working tree holds, and the commits that keep it there; none of them is written yet. */
export interface NestedDraft {
  readonly entry: NestedRepository;
  readonly parts: SnapshotParts;
  /** The commits, the last one that of the entry. */
  readonly commits: readonly Uint8Array[];
}

interface NestedFacts {
  readonly path: string;
  readonly parts: SnapshotParts;
  /** Absent on an unborn branch. */
  readonly head?: Oid;
  readonly files: number;
}

/** Drafts the commit of a nested repository: its parents are as those of a checkpoint, and it names the checkpoint that it belongs to. */
export function draftNested(
  { path, parts, head, files }: NestedFacts,
  by: { readonly uid: string; readonly author: Identity; readonly time: Date },
): NestedDraft {
  const { tree, indexTree } = parts;
  const facts = { author: by.author, time: clampTime(by.time) };
  const parents = head === undefined ? [] : [head];
  const index =
    indexTree === undefined ? [] : [renderCommit({ ...facts, tree: indexTree, parents, message: INDEX_MESSAGE })];
  const message = `A repository inside of a checkpoint\n\n${UID_TRAILER}${by.uid}\n`;
  const commit = renderCommit({ ...facts, tree, parents: [...parents, ...index.map(idOf(tree))], message });
  return { entry: { path, commit: idOf(tree)(commit), tree, files }, parts, commits: [...index, commit] };
}

const UID_TRAILER = 'Checkpoint-Uid: ';

/** The checkpoint that a nested repository's commit belongs to; undefined where it is none of ours. */
export function ownerOf(object: GitObject | undefined): string | undefined {
  const message = object?.type === 'commit' ? parseCommit(object.bytes)?.message : undefined;
  return message
    ?.split('\n')
    .find((line) => line.startsWith(UID_TRAILER))
    ?.slice(UID_TRAILER.length);
}

/** A repository of another object format may lie in this one: its tree's id tells. */
function idOf(tree: Oid): (commit: Uint8Array) => Oid {
  return (commit) => objectId(tree.length === 40 ? 'sha1' : 'sha256', 'commit', commit);
}
