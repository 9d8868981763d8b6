import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../src/hooks/doctor/remove-folder.ts';

/** Gives the check a folder of its own and takes it away afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'git-checkpoint-test-'));
  try {
    return await use(folder);
  } finally {
    await removeFolder(folder);
  }
}
