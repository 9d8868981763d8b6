import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './repositories.ts';

/** Shell versions of what others do to snapshot a working tree; `$$` keeps two runs apart. */
const sequences: Readonly<Record<string, string>> = {
  // What a save cannot do without: private index seeded from the user's, add, tree, commit, ref, note.
  'bare git sequence with note': `
    cp -p .git/index .git/bench-index; export GIT_INDEX_FILE=.git/bench-index
    git add -A && tree=$(git write-tree) && commit=$(git commit-tree -p HEAD -m bench $tree) &&
    git update-ref refs/bench/$$ $commit && git notes --ref=bench add -f -m 'schema: 1' $commit`,
  'peer: fresh index': `
    export GIT_INDEX_FILE=.git/bench-fresh-$$; git add -A && tree=$(git write-tree) &&
    git update-ref refs/bench/$$ $(git commit-tree -p HEAD -m bench $tree); rm -f .git/bench-fresh-$$`,
  'peer: read-tree HEAD': `
    export GIT_INDEX_FILE=.git/bench-head-$$; git read-tree HEAD && git add -A && tree=$(git write-tree) &&
    git update-ref refs/bench/$$ $(git commit-tree -p HEAD -m bench $tree); rm -f .git/bench-head-$$`,
  'peer: separate git dir': `
    export GIT_DIR=.git/bench-shadow GIT_WORK_TREE=.; [ -d "$GIT_DIR" ] || git init --quiet
    git add -A -- ':!.git' && git write-tree`,
  'peer: stash create': `
    commit=$(git stash create); [ -z "$commit" ] || git update-ref refs/bench/$$ $commit`,
};

export const REFERENCE = 'bare git sequence with note';

/** Scripts on disk, so that no run pays for quoting. */
export function referenceScripts(): ReadonlyMap<string, string> {
  mkdirSync(cache, { recursive: true });
  return new Map(
    Object.entries(sequences).map(([name, body], at) => {
      const path = join(cache, `reference-${at}.sh`);
      writeFileSync(path, `set -e\n${body}\n`);
      return [name, path];
    }),
  );
}
