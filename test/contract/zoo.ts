import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from '../support/with-repo.ts';

/** A repository in a state that checkpoint tools meet, made by the real git. */
export interface Situation {
  readonly name: string;
  /** What the portable engine says when it will not work here, instead of agreeing with git. */
  readonly refused?: RegExp;
  /** What it may say, by chance. */
  readonly mayRefuse?: RegExp;
  /** Answers where to stand, when that is not the repository itself. */
  build(repo: TestRepo): TestRepo | undefined;
}

export function lines(count: number, word: string): string {
  return Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('');
}

/** A few committed files, the ground of most situations. */
export function ground(repo: TestRepo): void {
  repo.write('readme.md', lines(30, 'line'));
  repo.write('src/main.ts', lines(40, 'code'));
  repo.write('src/deep/er/leaf.ts', 'leaf\n');
  repo.write('docs/guide.md', lines(20, 'guide'));
  repo.commit('ground');
}

/** One edit, one new file, one deletion. */
export function someChanges(repo: TestRepo): void {
  repo.write('readme.md', `${lines(30, 'line').replace('line 7', 'line seven')}more\n`);
  repo.write('src/new.ts', 'new\n');
  rmSync(join(repo.root, 'docs/guide.md'));
}
