import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';

/** Something that this program keeps below `git-checkpoint/` in a git directory. */
export interface LocalFile {
  /** Of scratch files the name is a prefix; number, host and start of their process follow. */
  readonly kind: 'file' | 'folder' | 'scratch';
  /** `gitDir`: each worktree has its own; `commonDir`: the worktrees share it. */
  readonly directory: 'gitDir' | 'commonDir';
  readonly purpose: string;
  readonly lifetime: string;
  /** What it holds cannot be made again. */
  readonly irreplaceable?: true;
}

/** Every file and folder below `git-checkpoint/`, by name. docs/format.md has its list from here. */
export const localFiles = {
  newest: {
    kind: 'file',
    directory: 'commonDir',
    purpose: 'A hint at the newest checkpoint number.',
    lifetime: 'Replaced by each save.',
  },
  'config.json': {
    kind: 'file',
    directory: 'gitDir',
    purpose: "git's configuration, with the fingerprint of each file it came from.",
    lifetime: 'Replaced when one of those files changed.',
  },
  transcripts: {
    kind: 'folder',
    directory: 'commonDir',
    purpose: 'How far each transcript was read.',
    lifetime: 'The newest 40 stay.',
  },
  context: {
    kind: 'folder',
    directory: 'gitDir',
    purpose: "How full each session's context was when its agent last reported it.",
    lifetime: 'A day after the last report.',
  },
  writers: {
    kind: 'folder',
    directory: 'commonDir',
    purpose: 'Which processes move refs, so that the ref locks of a dead one can be removed.',
    lifetime: 'While the process moves refs.',
  },
  saving: {
    kind: 'file',
    directory: 'gitDir',
    purpose: 'The lock of the process that saves for a hook.',
    lifetime: 'During the save.',
  },
  'sync.lock': {
    kind: 'file',
    directory: 'commonDir',
    purpose: 'The lock of the process that syncs.',
    lifetime: 'During the sync.',
  },
  'restore.json.claim': {
    kind: 'file',
    directory: 'gitDir',
    purpose: 'The lock of the process that takes over an interrupted restore.',
    lifetime: 'A few milliseconds.',
  },
  claims: {
    kind: 'folder',
    directory: 'gitDir',
    purpose: 'Which hook events were handled, so that a second delivery does nothing.',
    lifetime: 'A minute.',
  },
  parts: {
    kind: 'folder',
    directory: 'gitDir',
    purpose: 'Parts of a long resume pack, for the hook entries that print them.',
    lifetime: 'A minute.',
  },
  'index-': {
    kind: 'scratch',
    directory: 'gitDir',
    purpose: 'A private index for a snapshot or a checkout.',
    lifetime: 'During the command.',
  },
  'restore-': {
    kind: 'scratch',
    directory: 'gitDir',
    purpose: 'Files of a restore before they are moved into place.',
    lifetime: 'During the command.',
  },
  'merge-': {
    kind: 'scratch',
    directory: 'gitDir',
    purpose: 'The three sides of a file that is merged.',
    lifetime: 'During the command.',
  },
  'rules-': {
    kind: 'scratch',
    directory: 'gitDir',
    purpose: 'The attributes of a tree, for a checkout that follows them.',
    lifetime: 'During the command.',
  },
  'staged-': {
    kind: 'scratch',
    directory: 'gitDir',
    purpose: "The new index of a restore before it replaces the user's.",
    lifetime: 'During the command.',
  },
  'push-': {
    kind: 'scratch',
    directory: 'gitDir',
    purpose: 'A small repository to push from, with only the refs that are pushed.',
    lifetime: 'During the command.',
  },
  'fetch-': {
    kind: 'scratch',
    directory: 'gitDir',
    purpose: 'A pack that is being fetched.',
    lifetime: 'During the command.',
  },
  'draft-': {
    kind: 'scratch',
    directory: 'gitDir',
    purpose: 'A file before it is renamed into place; also in the folders and in the common directory.',
    lifetime: 'A moment.',
  },
  'restore.json': {
    kind: 'file',
    directory: 'gitDir',
    purpose: 'The journal of a restore, by which the next command finishes one that was interrupted.',
    lifetime: 'During the restore.',
    irreplaceable: true,
  },
  'last-restore.json': {
    kind: 'file',
    directory: 'gitDir',
    purpose: 'What `undo` takes back.',
    lifetime: 'Until the next restore.',
    irreplaceable: true,
  },
  jobs: {
    kind: 'folder',
    directory: 'gitDir',
    purpose: 'Saves that hooks asked for.',
    lifetime: 'Until each is done.',
    irreplaceable: true,
  },
  sessions: {
    kind: 'folder',
    directory: 'commonDir',
    purpose: 'What is known of each session: its process, its newest checkpoint, whether it ended.',
    lifetime: 'A week after its end; of one that crashed, until it is recovered.',
    irreplaceable: true,
  },
  imported: {
    kind: 'file',
    directory: 'commonDir',
    purpose: 'Which checkpoints were fetched, and from which remote.',
    lifetime: 'As long as the clone.',
    irreplaceable: true,
  },
  aliases: {
    kind: 'file',
    directory: 'commonDir',
    purpose: 'Numbers that checkpoints had here before they were shared.',
    lifetime: 'As long as the clone.',
    irreplaceable: true,
  },
  'allowed-secrets': {
    kind: 'file',
    directory: 'commonDir',
    purpose: 'Findings that `--allow-secret` marked as false positives.',
    lifetime: 'As long as the clone.',
    irreplaceable: true,
  },
  quarantine: {
    kind: 'file',
    directory: 'commonDir',
    purpose: 'Checkpoints of a remote that were rejected, and why.',
    lifetime: 'As long as the clone.',
    irreplaceable: true,
  },
  journal: {
    kind: 'file',
    directory: 'commonDir',
    purpose: 'What hooks could not do.',
    lifetime: 'The newest 64 to 128 KB stay.',
    irreplaceable: true,
  },
  'sync-failed': {
    kind: 'file',
    directory: 'commonDir',
    purpose: 'Why the last background sync failed.',
    lifetime: 'Until one succeeds.',
    irreplaceable: true,
  },
} as const satisfies Readonly<Record<string, LocalFile>>;

export type LocalName = keyof typeof localFiles;

type NamesOf<K extends LocalFile['kind']> = {
  [N in LocalName]: (typeof localFiles)[N]['kind'] extends K ? N : never;
}[LocalName];

export type ScratchName = NamesOf<'scratch'>;

/** What of a repository's paths leads to a local file. */
export type PathsTo<N extends LocalName> = Pick<RepositoryPaths, (typeof localFiles)[N]['directory']>;

/** Where a local file or folder lies, or an entry of a folder. */
export function localPath<N extends LocalName>(place: PathsTo<N>, name: N, entry = ''): string {
  return join(localFolder((place as RepositoryPaths)[localFiles[name].directory]), name, entry);
}

/** The folder of this program in a git directory. */
export function localFolder(gitDirectory: string): string {
  return join(gitDirectory, FOLDER);
}

export const FOLDER = 'git-checkpoint';
