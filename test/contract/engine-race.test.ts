import { spawn } from 'node:child_process';
import * as assert from 'uvu/assert';
import { CLI } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

function save(repo: TestRepo, engine: string): Promise<number> {
  const env = { ...repo.env, GIT_CHECKPOINT_ENGINE: engine };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, 'save', '-m', engine], { cwd: repo.root, env, stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? -1));
  });
}

async function several(repo: TestRepo, engine: string, count: number): Promise<number[]> {
  const codes: number[] = [];
  for (let left = count; left > 0; left -= 1) codes.push(await save(repo, engine));
  return codes;
}

describe('both engines at once', (it) => {
  it('lose no checkpoint and no note of each other', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('ground');
      repo.write('a.txt', 'two\n');
      const engines = ['native', 'portable', 'native', 'portable'];
      const codes = (await Promise.all(engines.map((engine) => several(repo, engine, 4)))).flat();
      assert.equal(
        codes,
        codes.map(() => 0),
      );
      const commits = repo.git('for-each-ref', '--format=%(objectname)', 'refs/checkpoints').split('\n');
      assert.is(commits.length, 16);
      assert.is(new Set(commits).size, 16);
      const noted = new Set(
        repo
          .git('notes', '--ref=checkpoints', 'list')
          .split('\n')
          .map((line) => line.split(' ')[1]),
      );
      assert.equal(
        commits.filter((commit) => !noted.has(commit)),
        [],
      );
      assert.is(repo.git('fsck', '--strict', '--no-dangling'), '');
    }));
});
