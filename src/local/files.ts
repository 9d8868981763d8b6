import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';

type Kind = 'file' | 'folder' | 'scratch';

/** Something that this program keeps below `git-checkpoint/` in a git directory. */
export interface LocalFile {
  /** Of scratch files the name is a prefix; number, host and start of their process follow. */
  readonly kind: Kind;
  /** `gitDir`: each worktree has its own; `commonDir`: the worktrees share it. */
  readonly directory: 'gitDir' | 'commonDir';
  readonly purpose: string;
  readonly lifetime: string;
}

const ofWorktree = <K extends Kind>(kind: K, purpose: string, lifetime: string) =>
  ({ kind, directory: 'gitDir', purpose, lifetime }) as const;
const ofRepository = <K extends Kind>(kind: K, purpose: string, lifetime: string) =>
  ({ kind, directory: 'commonDir', purpose, lifetime }) as const;
const scratch = (purpose: string) => ofWorktree('scratch', purpose, 'During the command.');

/** What is made again when it is removed. */
export const replaceableFiles = {
  newest: ofRepository('file', 'A hint at the newest checkpoint number.', 'Replaced by each save.'),
  'config.json': ofWorktree(
    'file',
    "git's configuration, with the fingerprint of each file it came from.",
    'Replaced when one of those files changed.',
  ),
  transcripts: ofRepository('folder', 'How far each transcript was read.', 'The newest 40 stay.'),
  conversations: ofRepository('folder', 'How far each transcript was stored with a checkpoint.', 'The newest 40 stay.'),
  'shared-pieces.json': ofRepository(
    'file',
    'Which pieces of conversations were shared, and in which form, so that only new ones are made.',
    'The newest 20,000 stay.',
  ),
  context: ofWorktree(
    'folder',
    "How full each session's context was when its agent last reported it.",
    'A day after the last report.',
  ),
  writers: ofRepository(
    'folder',
    'Which processes move refs, so that the ref locks of a dead one can be removed.',
    'While the process moves refs.',
  ),
  saving: ofWorktree('file', 'The lock of the process that saves for a hook.', 'During the save.'),
  retaining: ofRepository('file', 'The lock of the process that thins out old checkpoints.', 'During the work.'),
  retained: ofRepository(
    'file',
    'When old checkpoints were last thinned out, and since when the clock has made no great step.',
    'Replaced each time.',
  ),
  'sync.lock': ofRepository('file', 'The lock of the process that syncs.', 'During the sync.'),
  'operations.lock': ofRepository(
    'file',
    'The lock of the process that shortens the operation log.',
    'A few milliseconds.',
  ),
  'restore.json.claim': ofWorktree(
    'file',
    'The lock of the process that takes over an interrupted restore.',
    'A few milliseconds.',
  ),
  'signatures.json': ofRepository(
    'file',
    'Whose signatures fetched checkpoints carry, and what that was judged by.',
    'Replaced by a fetch; counts for nothing when the allowed signers changed since.',
  ),
  claims: ofWorktree('folder', 'Which hook events were handled, so that a second delivery does nothing.', 'A minute.'),
  parts: ofWorktree('folder', 'Parts of a long resume pack, for the hook entries that print them.', 'A minute.'),
  'index-': scratch('A private index for a snapshot or a checkout.'),
  'restore-': scratch('Files of a restore before they are moved into place.'),
  'merge-': scratch('The three sides of a file that is merged.'),
  'rules-': scratch('The attributes of a tree, for a checkout that follows them.'),
  'staged-': scratch("The new index of a restore before it replaces the user's."),
  'push-': scratch('A small repository to push from, with only the refs that are pushed.'),
  'fetch-': scratch('A pack that is being fetched.'),
  'draft-': scratch('A file before it is renamed into place; also in the folders and in the common directory.'),
} as const satisfies Readonly<Record<string, LocalFile>>;

/** What cannot be made again. */
export const irreplaceableFiles = {
  'restore.json': ofWorktree(
    'file',
    'The journal of a restore, by which the next command finishes one that was interrupted.',
    'During the restore.',
  ),
  'last-restore.json': ofWorktree('file', 'The last restore, for `undo`.', 'Until the next restore.'),
  restores: ofWorktree('folder', 'Earlier restores, for `undo` by number.', 'The newest 20 stay.'),
  operations: ofRepository(
    'file',
    'The operation log: what was saved, dropped, restored, undone and so on, for `log` and `undo`.',
    'The newest 128 to 256 KB stay.',
  ),
  nested: ofRepository(
    'folder',
    'What nested repositories hold for checkpoints that are being made or removed, so that nothing stays when the process dies.',
    'During the save or the removal.',
  ),
  forks: ofRepository(
    'folder',
    'Forks that are being made, so that `doctor` can name what one left whose process died.',
    'During the fork; of one that was cut off, until its worktree is gone.',
  ),
  jobs: ofWorktree('folder', 'Saves that hooks asked for.', 'Until each is done.'),
  sessions: ofRepository(
    'folder',
    'What is known of each session: its process, its newest checkpoint, whether it ended.',
    'A week after its end; of one that crashed, until it is recovered.',
  ),
  unsaved: ofWorktree('file', 'Since when and why saves fail here, and what of it was told.', 'Until one succeeds.'),
  imported: ofRepository('file', 'Which checkpoints were fetched, and from which remote.', 'As long as the clone.'),
  made: ofRepository(
    'file',
    "Which checkpoints were made here, so that they stay their user's whatever the e-mail address is later.",
    'As long as the clone.',
  ),
  aliases: ofRepository('file', 'Numbers that checkpoints had here before they were shared.', 'As long as the clone.'),
  'allowed-secrets': ofRepository(
    'file',
    'Findings that `--allow-secret` marked as false positives.',
    'As long as the clone.',
  ),
  damaged: ofRepository(
    'folder',
    'Files of damaged objects, under their ids, that were moved out of the way of a new copy.',
    'As long as the clone.',
  ),
  quarantine: ofRepository('file', 'Checkpoints of a remote that were rejected, and why.', 'As long as the clone.'),
  journal: ofRepository('file', 'What hooks could not do.', 'The newest 64 to 128 KB stay.'),
  'hung-save': ofWorktree(
    'file',
    'The last save for a hook that took too long and was ended.',
    'Until a session starts.',
  ),
  'over-budget': ofRepository(
    'file',
    'How many checkpoints went because all of them took too much room.',
    'Until the next session is told.',
  ),
  'untracked-advice': ofWorktree(
    'file',
    'Advice to ignore untracked files that slow every save down, and whether it was told.',
    'Until there are fewer.',
  ),
  'asked-drops': ofRepository(
    'file',
    'Checkpoints that a remote dropped, and that stay here until the user agrees.',
    'Until the next sync.',
  ),
  'sync-failed': ofRepository('file', 'Why the last background sync failed.', 'Until one succeeds.'),
} as const satisfies Readonly<Record<string, LocalFile>>;

/** Every file and folder below `git-checkpoint/`, by name. docs/format.md has its lists from here. */
export const localFiles = { ...replaceableFiles, ...irreplaceableFiles };

type LocalName = keyof typeof localFiles;

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

/** Where the entry of a folder lies that belongs to a text of any length: an id of another program, a path. */
export function hashedPath<N extends LocalName>(place: PathsTo<N>, name: N, text: string): string {
  return localPath(place, name, `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.json`);
}

/**
 * The folder of this program in a git directory. Who owns the directory has the plain name; another user who was let in, as the second
 * one of a repository that a group shares, has a folder of their own beside it.
 */
export function localFolder(gitDirectory: string): string {
  const user = process.geteuid?.();
  const owner = user === undefined ? undefined : statSync(gitDirectory, { throwIfNoEntry: false })?.uid;
  return join(gitDirectory, owner === user || owner === undefined ? FOLDER : `${FOLDER}-${user}`);
}

/** Where this program keeps what belongs to the user and to no repository. */
export function userStateFolder({ env }: Pick<World, 'env'>): string {
  return join(env['XDG_STATE_HOME'] || join(env['HOME'] ?? homedir(), '.local', 'state'), FOLDER);
}

export const FOLDER = 'git-checkpoint';
