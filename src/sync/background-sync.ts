import { rmSync } from 'node:fs';
import { describeError } from '../core/failure.ts';
import { localPath } from '../local/files.ts';
import { readOwnFile, writeOwnFile } from '../local/own-file.ts';
import { configOf, type Repository } from '../open/repository.ts';

/** Starts a sync that nobody waits for, when the user asked for that. */
export async function startBackgroundSync(repository: Repository): Promise<void> {
  const { autoSync, remote } = await configOf(repository);
  if (autoSync && remote !== '') repository.world.startSelf?.(['sync', '--background'], repository.engine.place.root);
}

/** Runs a sync that nobody watches: what goes wrong is left where it can be found, until one goes well. */
export async function withFailureKept<T>(repository: Repository, sync: () => Promise<T>): Promise<T> {
  const path = failurePath(repository);
  try {
    const outcome = await sync();
    rmSync(path, { force: true });
    return outcome;
  } catch (error) {
    writeOwnFile(path, `${repository.world.now().toISOString()} ${describeError(error)}\n`);
    throw error;
  }
}

/** Why the last sync failed, and when; undefined when it went well. */
export function readSyncFailure(repository: Repository): string | undefined {
  return readOwnFile(failurePath(repository))?.trimEnd();
}

function failurePath({ engine }: Repository): string {
  return localPath(engine.place, 'sync-failed');
}
