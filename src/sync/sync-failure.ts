import { rmSync } from 'node:fs';
import { describeError } from '../core/failure.ts';
import { localPath } from '../local/files.ts';
import { readOwnFile, writeOwnFile } from '../local/own-file.ts';
import { configOf, type Repository } from '../open/repository.ts';

/** Runs a sync that nobody may watch: records why it failed, until one succeeds. Before a remote was chosen there is nothing that could. */
export async function recordingFailure<T>(repository: Repository, sync: () => Promise<T>): Promise<T> {
  const path = failurePath(repository);
  try {
    const outcome = await sync();
    rmSync(path, { force: true });
    return outcome;
  } catch (error) {
    if ((await configOf(repository)).remote !== '')
      writeOwnFile(path, `${repository.world.now().toISOString()} ${describeError(error)}\n`);
    throw error;
  }
}

/** When and why the last sync failed; undefined when it succeeded, and where nothing is shared any more. */
export async function readSyncFailure(repository: Repository): Promise<string | undefined> {
  if ((await configOf(repository)).remote === '') return undefined;
  return readOwnFile(failurePath(repository))?.trimEnd();
}

function failurePath({ engine }: Repository): string {
  return localPath(engine.place, 'sync-failed');
}
