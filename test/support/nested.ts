import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTree } from './random-tree.ts';
import { type TestRepo, testRepo } from './with-repo.ts';

/** Makes a repository at a folder of another one's working tree, with a commit that has the file `tracked`. */
export function nestedRepo(repo: TestRepo, path: string): TestRepo {
  const nested = emptyRepo(repo, join(repo.root, path));
  nested.write('tracked', `of ${path}\n`);
  nested.commit('nested');
  return nested;
}

/** Makes a repository without a commit. */
export function emptyRepo(repo: TestRepo, root: string): TestRepo {
  mkdirSync(root, { recursive: true });
  const made = testRepo(repo.home, root);
  made.git('init', '--quiet', '--initial-branch=main');
  return made;
}

/** Adds a submodule that has the file `tracked`, and commits it. */
export function submodule(repo: TestRepo, path: string): TestRepo {
  const origin = emptyRepo(repo, join(repo.home, `origin-of-${path.replaceAll('/', '-')}`));
  origin.write('tracked', `of ${path}\n`);
  origin.commit('submodule');
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin.root, path);
  repo.commit(`submodule ${path}`);
  return testRepo(repo.home, join(repo.root, path));
}

/** Refs of ours in a nested repository. */
export function heldIn(nested: TestRepo): string[] {
  return nested.git('for-each-ref', '--format=%(refname)', 'refs/checkpoint-meta/nested').split('\n').filter(Boolean);
}

/** Every file below a folder, those of nested repositories too, except what git keeps for itself. */
export function readFiles(root: string): Map<string, string> {
  return new Map([...readTree(root)].filter(([path]) => !path.split('/').includes('.git')));
}
