/** Where a repository lies. All paths are absolute. */
export interface RepositoryPaths {
  /** Top of the working tree; of a bare repository, its own directory. */
  readonly root: string;
  /** Of this worktree; `index` and `HEAD` are here. */
  readonly gitDir: string;
  /** Shared by all worktrees; objects, refs and our own files are here. */
  readonly commonDir: string;
  /** From `root` to the directory the user stands in: empty or `sub/dir/`. */
  readonly prefix: string;
  /** There is no working tree. Found only by who asks for what can be read without one. */
  readonly bare?: true;
}
