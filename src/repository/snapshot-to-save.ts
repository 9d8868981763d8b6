import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { isUnreadable, unreadableWords } from '../core/skip-words.ts';
import type { SaveRequest } from '../note/save-request.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { type ChooseLimits, MANY_UNTRACKED } from '../snapshot/choose-files.ts';
import { type Snapshot, takeSnapshot } from '../snapshot/take-snapshot.ts';
import { type SecuredSnapshot, secureSnapshot } from './secure-snapshot.ts';

interface SnapshotToSave extends SecuredSnapshot<Snapshot> {
  /** By the clock of files. */
  readonly began: Date;
  /** false: the checkpoint keeps words only. */
  readonly withFiles: boolean;
}

/** Takes the snapshot of a save, and sees to it that it can be read when it is to be kept. */
export async function takeSnapshotToSave(repository: Repository, request: SaveRequest): Promise<SnapshotToSave> {
  // Not the World's clock: it is compared with the times of files.
  const began = new Date();
  const retake = () => retakeSnapshot(repository, request);
  const snapshot = await retake();
  const withFiles = await keepsFiles(repository, request);
  if (!withFiles) return { snapshot, withFiles, began };
  if (!request.automatic && !request.leaveOut) await refuseUnreadable(repository, snapshot);
  // A restore relies on its safety copy alone: all of that is read back.
  const ways = request.trigger === 'restore' ? { retake } : { retake, since: began };
  const secured = await secureSnapshot(repository.engine, snapshot, ways);
  const warning = [secured.warning, manyUntracked(snapshot)].filter((words) => words !== undefined).join(' ');
  const sound = await withSoundNested(repository, request, { taken: secured.snapshot, began });
  return defined({ snapshot: sound, withFiles, began, warning: warning || undefined });
}

/** The same for repositories inside of the working tree. */
async function withSoundNested(
  repository: Repository,
  request: SaveRequest,
  { taken, began }: { readonly taken: Snapshot; readonly began: Date },
): Promise<Snapshot> {
  if (taken.nested.length === 0) return taken;
  const { secureNested } = await import('./secure-nested.ts');
  const isNeeded = request.trigger === 'restore';
  const limits = await limitsFor(repository, request);
  return secureNested(repository.engine, taken, defined({ limits, isNeeded, since: isNeeded ? undefined : began }));
}

/** Advice where thousands of untracked files slow every save down. */
export function manyUntracked({ status: { entries } }: Pick<Snapshot, 'status'>): string | undefined {
  const untracked = entries.filter(({ kind }) => kind === 'untracked');
  if (untracked.length <= MANY_UNTRACKED) return undefined;
  const folders = new Map<string, number>();
  for (const { path } of untracked) {
    const top = path.slice(0, path.indexOf('/') + 1);
    folders.set(top, (folders.get(top) ?? 0) + 1);
  }
  const [largest] = [...folders].sort(([, one], [, other]) => other - one);
  const such = largest?.[0] ? `, such as ${largest[0]}` : '';
  return `${untracked.length} untracked files: ignore those that need not be saved (.gitignore)${such}`;
}

/** Reads the working tree as the save asks for it. */
export function retakeSnapshot(repository: Repository, request: SaveRequest): Promise<Snapshot> {
  return takeSnapshot(repository.engine, limitsFor(repository, request));
}

/** Of a tracked file that cannot be read the checkpoint would have HEAD's content, which is not what is there. */
async function refuseUnreadable({ engine }: Repository, { tree, status, skipped }: Snapshot): Promise<void> {
  const tracked = new Set(status.entries.filter(({ kind }) => kind !== 'untracked').map(({ path }) => path));
  // All that the snapshot has of a folder that may not be looked into is from HEAD or the index.
  for (const path of status.closedFolders)
    if ((await engine.listTree(tree, [path.replace(/\/$/, '')])).length > 0) tracked.add(path);
  const [file] = skipped.filter(({ path, why }) => isUnreadable(why) && tracked.has(path));
  if (file === undefined) return;
  throw new Failure('fatal', `${file.path} ${unreadableWords(file.why)}`, {
    hint: 'Nothing was saved. `--leave-out` saves all other files; of this one the checkpoint then has what HEAD has.',
  });
}

async function keepsFiles(repository: Repository, request: SaveRequest): Promise<boolean> {
  // What undoes a restore must hold the files, whatever the settings say.
  if (request.trigger === 'restore') return true;
  const config = await configOf(repository);
  return (request.mode ?? config.mode) === 'stateful' && config.captureFiles;
}

async function limitsFor(repository: Repository, request: SaveRequest): Promise<ChooseLimits> {
  const config = await configOf(repository);
  return defined({
    ...config,
    maxCheckpointSize: request.maxSize ?? config.maxCheckpointSize,
    fit: request.automatic === true,
    // A restore replaces files: its safety copy has all that can be read.
    leaveOut: request.leaveOut && request.trigger !== 'restore',
    also: request.also,
    alsoInside: request.alsoInside,
    nested: request.nameNested ? 'name' : config.nested,
  });
}
