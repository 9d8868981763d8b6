import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localFolder } from '../../local/files.ts';
import { listJobs } from '../../local/jobs.ts';
import { isLocked } from '../../local/lock.ts';
import { removeFolder } from './remove-folder.ts';

/** Where hooks are tried, so that nothing of the user's is saved or written by a trial. */
export interface Sample {
  /** A repository as small as git allows. */
  readonly root: string;
  /** Where a hook keeps what it has to say of failures. */
  readonly state: string;
}

const MAX_WAIT_MS = 10_000;
const POLL_MS = 50;
/** A process that was started beside a hook needs as long until it is seen. */
const QUIET_MS = 300;

export async function withSample<T>(use: (sample: Sample) => T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-doctor-'));
  const sample = { root: join(folder, 'sample'), state: join(folder, 'state') };
  try {
    for (const name of ['objects', 'refs/heads']) mkdirSync(join(sample.root, '.git', name), { recursive: true });
    writeFileSync(join(sample.root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(sample.root, 'sample.txt'), 'A sample.\n');
    const result = use(sample);
    await savesHaveEnded(join(sample.root, '.git'));
    return result;
  } finally {
    await removeFolder(folder);
  }
}

/** A hook that was tried may have begun a save beside itself, which would fail if the sample went away under it. */
async function savesHaveEnded(gitDir: string): Promise<void> {
  if (!existsSync(localFolder(gitDir))) return;
  const end = performance.now() + MAX_WAIT_MS;
  let quietSince = performance.now();
  while (performance.now() < end && performance.now() - quietSince < QUIET_MS) {
    await sleep(POLL_MS);
    if (listJobs({ gitDir }).length > 0 || isLocked({ gitDir }, 'saving')) quietSince = performance.now();
  }
}
