import type { Oid } from '../core/checkpoint.ts';

/** Three versions of one file, as git stores them. */
export interface FileVersions {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
  /** What stands at the conflict markers. */
  readonly labels: { readonly base: string; readonly ours: string; readonly theirs: string };
}

export type MergedFile =
  | { readonly kind: 'merged'; readonly bytes: Uint8Array; readonly conflicts: number }
  /** Binary contents: nothing can be merged line by line. */
  | { readonly kind: 'binary' };

export interface NewWorktree {
  /** Absolute; must not exist yet, or be an empty folder. */
  readonly folder: string;
  readonly commit: Oid;
  /** A new branch there; a detached HEAD without one. */
  readonly branch?: string;
  /** What its files are. */
  readonly tree: Oid;
  /** What its index is. */
  readonly index: Oid;
}

/** What restoring asks of an engine beyond reading and saving. */
export interface WorktreeEngine {
  /**
   * Writes a tree's files, or those of them that are named, into a folder that is empty, as a checkout with the attributes of that
   * tree would: filters, line ends, exec bits, symbolic links. Submodules are left out. The user's files and index stay as they are.
   */
  checkoutFiles(tree: Oid, folder: string, paths?: readonly string[]): Promise<void>;
  /** The tree that all files in a folder make, ignored ones too. */
  treeOfFolder(folder: string): Promise<Oid>;
  /** The ids under which git would store these regular files as they are now; nothing is written unless `write` asks for it. */
  storedIds(paths: readonly string[], options?: { readonly write?: boolean }): Promise<readonly Oid[]>;
  /** The commit that the repository at a folder stands on; undefined where there is none, or no commit. */
  headBelow(folder: string): Promise<Oid | undefined>;
  /** Which of these paths the .gitignore files of a tree, with the user's own rules, would ignore. */
  ignoredUnder(tree: Oid, paths: readonly string[]): Promise<readonly string[]>;
  /** Paths that git was told not to look at (assume-unchanged, skip-worktree): a snapshot has them as the index does. */
  unwatchedPaths(): Promise<readonly string[]>;
  /** Makes the user's index hold a tree, keeping what it knows of files that stay; respects the lock of a running git. */
  writeIndex(tree: Oid): Promise<void>;
  /** Merges line by line; conflicts are marked as git marks them. */
  mergeFile(versions: FileVersions): Promise<MergedFile>;
  addWorktree(request: NewWorktree): Promise<void>;
}
