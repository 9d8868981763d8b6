import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 40;
const PAUSE_MS = 50;

/**
 * Removes a folder into which a process that is just ending may still write. Node's own retries do not help there: they try
 * to remove the folder again, not what appeared in it.
 */
export async function removeFolder(path: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tries === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
