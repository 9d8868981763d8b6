import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { NestedRepository } from '../core/note.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import { foldersAbove } from '../git/disk-path.ts';
import type { GitEngine } from '../git/engine.ts';
import { headAmong } from '../store/index-commit.ts';
import { nestedRefOf } from '../store/refs.ts';

/** What a checkpoint says of a nested repository: a snapshot of its own, the commit of a submodule that was clean, or nothing. */
export type NestedClaim =
  | { readonly kind: 'captured'; readonly entry: NestedRepository }
  | { readonly kind: 'submodule'; readonly commit: Oid }
  /** It was named as not captured, or the note is lost. */
  | { readonly kind: 'unknown' }
  /** It was not there. */
  | { readonly kind: 'new' };

/** The nearest repository around a nested one, and its tree in the checkpoint. */
interface Around {
  readonly engine: GitEngine;
  readonly tree: Oid;
  /** The path of the nested one from there. */
  readonly inside: string;
}

/** What a checkpoint says of the repository at a path. */
async function claimOf(
  { note, noteFrom }: Checkpoint,
  path: string,
  { engine, tree, inside }: Around,
): Promise<NestedClaim> {
  const entry = note.nested?.find((one) => one.path === path);
  if (entry !== undefined) return { kind: 'captured', entry };
  if (noteFrom === 'message' || note.skipped.some((file) => file.path === path)) return { kind: 'unknown' };
  const found = (await engine.listTree(tree, [inside])).find((one) => one.path === inside);
  return found?.mode === SUBMODULE ? { kind: 'submodule', commit: found.oid } : { kind: 'new' };
}

/** The checkpoint as a nested repository sees it; undefined when its content is not in this clone. */
export async function seenFrom(
  engine: GitEngine,
  checkpoint: Checkpoint,
  at: { readonly path: string; readonly claim: NestedClaim },
): Promise<Checkpoint | undefined> {
  const { path, claim } = at;
  if (claim.kind === 'unknown' || claim.kind === 'new') return undefined;
  const commit = claim.kind === 'captured' ? claim.entry.commit : claim.commit;
  // Only what we keep there ourselves, and what the submodule's own history has.
  const [held] = claim.kind === 'captured' ? await engine.resolveRefs([nestedRefOf(commit)]) : [commit];
  const [object] = held === commit ? await engine.readObjects([commit]) : [];
  const facts = object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
  if (facts === undefined) return undefined;
  const { index: _, base: __, ...rest } = checkpoint;
  const head = claim.kind === 'captured' ? await headAmong(engine, facts.parents) : commit;
  const index = claim.kind === 'captured' ? facts.parents.find((parent) => parent !== head) : undefined;
  const skipped = checkpoint.note.skipped.filter((file) => file.path.startsWith(`${path}/`));
  const note = {
    ...checkpoint.note,
    nested: [],
    skipped: skipped.map((file) => ({ ...file, path: file.path.slice(path.length + 1) })),
  };
  return defined({ ...rest, commit, tree: facts.tree, base: head === '' ? undefined : head, index, note });
}

/** What the checkpoint says of it: a submodule's commit stands in the tree of the nearest repository around. */
export async function claimAround(
  engine: GitEngine,
  path: string,
  { checkpoint, repositories }: { readonly checkpoint: Checkpoint; readonly repositories: readonly string[] },
): Promise<NestedClaim> {
  const direct = await claimOf(checkpoint, path, { engine, tree: checkpoint.tree, inside: path });
  const above = foldersAbove(path).findLast((folder) => repositories.includes(folder));
  if (direct.kind !== 'new' || above === undefined) return direct;
  const around = await engine.openNested(above);
  if (typeof around === 'string') return direct;
  try {
    const claim = await claimAround(engine, above, { checkpoint, repositories });
    const then = await seenFrom(around, checkpoint, { path: above, claim });
    if (then === undefined) return direct;
    const inside = path.slice(above.length + 1);
    return await claimOf(checkpoint, path, { engine: around, tree: then.tree, inside });
  } finally {
    await around.close();
  }
}
