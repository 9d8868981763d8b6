import { spawnSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';
import { same, withEngines } from './compare-engines.ts';

interface Made {
  readonly message: string;
  /** Seconds after some beginning. */
  readonly at: number;
  readonly parents?: readonly string[];
}

function commit(repo: TestRepo, { message, at, parents = [] }: Made): string {
  const tree = repo.git('write-tree');
  const args = ['commit-tree', tree, ...parents.flatMap((one) => ['-p', one])];
  const env = { ...repo.env, GIT_COMMITTER_DATE: `${1_700_000_000 + at} +0130` };
  return spawnSync('git', args, { cwd: repo.root, env, input: message, encoding: 'utf8' }).stdout.trim();
}

describe('both engines', (it) => {
  it('tell the commits between two where a clock went wrong', () =>
    withRepo(async (repo) => {
      const first = commit(repo, { message: 'first', at: 900 });
      const shared = commit(repo, { message: 'shared', at: 1000, parents: [first] });
      const yesterday = commit(repo, { message: 'by a clock that is late', at: 0, parents: [shared] });
      const from = commit(repo, { message: 'from', at: 3000, parents: [yesterday] });
      const to = commit(repo, { message: 'to', at: 2000, parents: [shared] });
      await withEngines(repo, async (engines) => {
        const between = await same(engines, (engine) => engine.commitsBetween(from, to, 9));
        assert.equal(
          between.map(({ subject }) => subject),
          ['to'],
        );
      });
    }));
});
