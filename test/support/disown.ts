import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from './with-repo.ts';

/** Forgets which checkpoints were made here: they are left as if another user of this repository, or an archive, had brought them. */
export function disownCheckpoints({ root }: Pick<TestRepo, 'root'>): void {
  rmSync(join(root, '.git', 'git-checkpoint', 'made'));
}
