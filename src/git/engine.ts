import type { Identity, Oid } from '../core/checkpoint.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { TreeChange } from '../core/tree-change.ts';
import type { WorktreeEngine } from './worktree-engine.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  readonly oid: Oid;
  readonly type: ObjectType;
  readonly bytes: Uint8Array;
}

/** Asks for a ref to move from `old` to `new`; an absent side means: does not exist. */
export interface RefUpdate {
  readonly ref: string;
  readonly old?: Oid;
  readonly new?: Oid;
}

export interface Ref {
  readonly ref: string;
  readonly oid: Oid;
}

export interface ConfigEntry {
  /** Section and name in lower case, subsection as it is. */
  readonly key: string;
  readonly value: string;
  /** `file:/etc/gitconfig` and the like. */
  readonly origin: string;
  readonly scope: 'system' | 'global' | 'local' | 'worktree' | 'command';
}

/** One path that differs between HEAD, index and working tree. */
export interface StatusEntry {
  readonly path: string;
  readonly kind: 'tracked' | 'untracked' | 'conflicted' | 'nested-repository';
  /** HEAD against index, as in `git status`: `.` when equal. */
  readonly staged: string;
  /** Index against working tree. */
  readonly unstaged: string;
  /** A submodule whose own tree has changes that no commit of ours can hold. */
  readonly dirtySubmodule: boolean;
}

export interface WorktreeStatus {
  readonly head?: Oid;
  /** Absent on a detached HEAD. */
  readonly branch?: string;
  readonly upstream?: string;
  readonly ahead?: number;
  readonly behind?: number;
  readonly entries: readonly StatusEntry[];
  /** Folders that may not be looked into; each ends in a slash. */
  readonly closedFolders: readonly string[];
}

/** A snapshot under way: what differs from HEAD, and a private index once paths go into it. */
export interface Capture {
  readonly status: WorktreeStatus;
  /** Puts these paths as they are in the working tree into the private index and writes the tree. Without counts no content of HEAD is read. */
  finish(paths: readonly string[], asked?: Pick<DiffOptions, 'counts'>): Promise<CapturedTree>;
  /** Removes the private index; safe to call at any time. */
  close(): Promise<void>;
}

export interface CapturedTree {
  readonly tree: Oid;
  /** Against HEAD's tree (the empty tree when unborn), with line counts unless they are not asked for, and without renames. */
  readonly changes: readonly TreeChange[];
  /** The user's index as a tree, when it differs from both HEAD and the snapshot and has no conflicts. */
  readonly indexTree?: Oid;
}

export interface TreeEntry {
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly oid: Oid;
  readonly path: string;
}

export interface DiffOptions {
  readonly renames?: boolean;
  readonly counts?: boolean;
  readonly paths?: readonly string[];
}

export interface TreePair {
  readonly from: Oid;
  readonly to: Oid;
}

export interface PatchOptions {
  readonly paths?: readonly string[];
  readonly stat?: boolean;
  readonly color?: boolean;
  readonly contextLines?: number;
  /** Where the files lie below the folder that names are told from, with a slash. */
  readonly under?: string;
  /** Further options of `git diff`, such as `--name-only`; only git itself knows them. */
  readonly flags?: readonly string[];
  /** Let the program run that the user configured with `diff.external` or a driver of git attributes. */
  readonly external?: boolean;
}

export interface CommitLine {
  readonly oid: Oid;
  readonly subject: string;
  readonly time: string;
}

/** How a remote is spoken to. */
export interface RemoteCall {
  /** The name of a configured remote. */
  readonly remote: string;
  /** Nobody is there to ask: no passphrase, no password, no window. */
  readonly background: boolean;
  /** The call ends when nothing was heard for so long. */
  readonly patienceMs: number;
  /** Told what git says about its progress, when someone watches. */
  readonly progress?: (text: string) => void;
}

/** `damaged`: an object among those sent is not sound, nothing was taken. */
export type FetchOutcome = { readonly kind: 'done' } | { readonly kind: 'damaged'; readonly why: string };

/** `lost`: another writer was first. `not-atomic`: the server cannot move several refs as one, nothing was sent. */
export type PushOutcome = { readonly kind: 'done' | 'lost' | 'not-atomic' };

/** An object and the first path at which it was met; commits have none. */
export interface ReachedObject {
  readonly oid: Oid;
  readonly path: string;
}

/** What another repository is asked and told. A ref there moves only from the value that the caller names. */
export interface RemoteEngine {
  /** The remote's refs that match one of these patterns, such as `refs/heads/*`. */
  listRefs(call: RemoteCall, patterns: readonly string[]): Promise<readonly Ref[]>;
  /** Fetches by refspecs; with `prune`, a tracking ref goes when its original went. Every object is checked. */
  fetch(
    call: RemoteCall,
    wanted: { readonly refspecs: readonly string[]; readonly prune: boolean },
  ): Promise<FetchOutcome>;
  /** Moves refs there by compare-and-swap: all or, when `atomic` is false, each by itself. */
  push(
    call: RemoteCall,
    sent: { readonly updates: readonly RefUpdate[]; readonly atomic: boolean },
  ): Promise<PushOutcome>;
  /**
   * Objects that these commits reach and the known ones do not, perhaps with some that those reach elsewhere than at the same path.
   * `known` holds commits, and prefixes of refs that end in `/`; one that is missing counts for nothing.
   */
  reachedBeyond(commits: readonly Oid[], known: readonly string[]): Promise<readonly ReachedObject[]>;
}

/** What git says of a commit's signature. `good`: by a key that the user's own list or keyring vouches for. */
export interface Signature {
  readonly state: 'good' | 'bad' | 'unknown';
  /** Addresses of who signed, as the user's list or keyring has them; empty unless it is good. */
  readonly signers: readonly string[];
}

/** Signatures by git's own settings. The repository's configuration has no say in which programs and whose keys count. */
export interface SigningEngine {
  /** The same commit with the user's signature. `unattended`: nobody is there to be asked, and the signer has to hurry. */
  sign(commit: Uint8Array, unattended: boolean): Promise<Uint8Array>;
  /** What git says of these commits' signatures; nothing of a commit without one. */
  verify(commits: readonly Oid[]): Promise<ReadonlyMap<Oid, Signature>>;
  /** Changes when what a signature is judged by changes. */
  basis(): Promise<string>;
}

export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';

/** The only door to git. Two engines, native and portable, keep this contract and make the same object ids. */
export interface GitEngine {
  readonly name: 'native' | 'portable';
  readonly place: RepositoryPaths;
  readonly objectFormat: 'sha1' | 'sha256';

  /** Such as `git 2.39.5`. */
  version(): Promise<string>;
  configEntries(): Promise<readonly ConfigEntry[]>;
  /** Writes or, without values, removes a key of the repository's own or of the user's configuration. */
  writeConfig(scope: 'local' | 'global', key: string, values: readonly string[]): Promise<void>;
  identity(): Promise<Identity>;
  operation(): Promise<Operation | undefined>;
  status(): Promise<WorktreeStatus>;

  /** Each name is an oid or a full ref name, optionally with `^{tree}`; an answer per name, in order. */
  readObjects(names: readonly string[]): Promise<readonly (GitObject | undefined)[]>;
  /**
   * Which of these objects are not there, or there and not what their id says. Of loose ones that were written after `since` it is only
   * asked whether they are there, as of all packed ones; without it every object is read.
   */
  missingObjects(oids: readonly Oid[], since?: Date): Promise<readonly Oid[]>;
  /** Moves the files of damaged loose objects away, so that they can be written again; answers which. */
  setAsideDamaged(oids: readonly Oid[]): Promise<readonly Oid[]>;
  /** The loose objects that lie in this repository itself, the newest first. */
  listLooseObjects(): Promise<readonly Oid[]>;
  /** Damaged ones among them. */
  damagedLooseObjects(): Promise<readonly Oid[]>;
  /** Refs at or below a prefix whose files hold nothing that could be one. */
  brokenRefs(prefix: string): Promise<readonly string[]>;
  /** Moves the files of such refs away; answers where to. */
  setAsideBrokenRefs(refs: readonly string[]): Promise<readonly string[]>;
  /** Has the system write objects and refs to the disk, wherever they are files of their own; returns when it has. */
  flushToDisk(oids: readonly Oid[], refs: readonly string[]): Promise<void>;
  writeObject(type: ObjectType, bytes: Uint8Array): Promise<Oid>;

  resolveRefs(refs: readonly string[]): Promise<readonly (Oid | undefined)[]>;
  /** All refs below a prefix that ends in `/`. */
  listRefs(prefix: string): Promise<readonly Ref[]>;
  /**
   * Moves refs by compare-and-swap, each step a transaction of its own, in order. Answers how many steps happened:
   * fewer than asked means that the next one lost against another writer. Anything else that fails is thrown.
   */
  moveRefs(steps: readonly (readonly RefUpdate[])[]): Promise<number>;

  beginCapture(): Promise<Capture>;
  listTree(tree: Oid, paths?: readonly string[]): Promise<readonly TreeEntry[]>;
  diffTrees(from: Oid, to: Oid, options?: DiffOptions): Promise<readonly TreeChange[]>;
  /** The same for many pairs at once, without renames; an answer per pair, in order. */
  diffTreePairs(
    pairs: readonly TreePair[],
    options?: Pick<DiffOptions, 'counts'>,
  ): Promise<readonly (readonly TreeChange[])[]>;
  /** A unified diff as git prints it; bytes, because its lines are those of the files, in whatever encoding. */
  patch(from: Oid, to: Oid, options?: PatchOptions): Promise<Uint8Array>;
  /** Commits that `to` has and `from` has not, newest first. */
  commitsBetween(from: Oid, to: Oid, limit: number): Promise<readonly CommitLine[]>;
  /**
   * How many bytes of the disk the objects take that these reach and the known ones do not. Both hold commits, full names of refs, and prefixes of
   * refs that end in `/`; one that is missing counts for nothing. The portable engine counts contents, before compression.
   */
  bytesBeyond(names: readonly string[], known: readonly string[]): Promise<number>;
  /**
   * Opens the repository at a folder of the working tree, which may be anybody's: nothing in it may run a program or lead elsewhere.
   * `absent`: there is none. `refused`: it is not to be entered. `root` is the top of another worktree to look in. Whoever opens it
   * closes it.
   */
  openNested(path: string, root?: string): Promise<GitEngine | 'absent' | 'refused'>;
  /** Packs loose objects and refs where there are many, and loses none of them. Absent where an engine cannot. */
  tidy?(): Promise<void>;
  /** Absent where an engine cannot speak to other repositories. */
  readonly remote?: RemoteEngine;
  /** Absent where an engine can neither sign nor verify. */
  readonly signing?: SigningEngine;
  /** What restoring asks for beyond reading and saving. */
  readonly worktree: WorktreeEngine;
  close(): Promise<void>;
}
