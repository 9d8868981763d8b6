/** Where a repository lies. All paths are absolute. */
export interface RepositoryPaths {
  /** Top of the working tree. */
  readonly root: string;
  /** Of this worktree; `index` and `HEAD` are here. */
  readonly gitDir: string;
  /** Shared by all worktrees; objects, refs and our own files are here. */
  readonly commonDir: string;
  /** From `root` to the directory the user stands in: empty or `sub/dir/`. */
  readonly prefix: string;
}
