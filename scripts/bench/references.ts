import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './repositories.ts';

export const REFERENCE = 'bare git';

/** What a save cannot do without: a private index seeded from the user's, add, tree, commit, ref, note. `$$` keeps two runs apart. */
const sequence = `set -e
cp -p .git/index .git/bench-index; export GIT_INDEX_FILE=.git/bench-index
git add -A && tree=$(git write-tree) && commit=$(git commit-tree -p HEAD -m bench $tree) &&
git update-ref refs/bench/$$ $commit && git notes --ref=bench add -f -m 'schema: 1' $commit
`;

/** The sequence as a script on disk, so that no run pays for quoting. */
export function referenceScript(): string {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, 'reference.sh');
  writeFileSync(path, sequence);
  return path;
}
