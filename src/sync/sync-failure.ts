import { rmSync } from 'node:fs';
import { describeError } from '../core/failure.ts';
import { localPath } from '../local/files.ts';
import { readOwnFile, writeOwnFile } from '../local/own-file.ts';
import type { Repository } from '../open/repository.ts';

/** Runs a sync that nobody may watch: records why it failed, until one succeeds. */
export async function recordingFailure<T>(repository: Repository, sync: () => Promise<T>): Promise<T> {
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

/** When and why the last sync failed; undefined when it succeeded. */
export function readSyncFailure(repository: Repository): string | undefined {
  return readOwnFile(failurePath(repository))?.trimEnd();
}

function failurePath({ engine }: Repository): string {
  return localPath(engine.place, 'sync-failed');
}
